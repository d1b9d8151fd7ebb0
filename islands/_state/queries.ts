import { type Address, type Answer, call, type Input, urlOf } from '#core/contract/call.ts';

/** Returns the query client that all islands share. Its code (9 KB) is fetched at the first query, if there is one. */
export const queries = () => import('./query-client.ts').then((module) => module.client);

/** Makes a call again even when its cache entry is fresh. @throws after the retries of docs/rules/08-realtime.md 4 */
export async function refetch<A extends Address>(address: A, input: Input<A>): Promise<Answer<A>> {
  const queryFn = () => call(address, input);
  const queryKey = [urlOf(address, input)];
  const client = await queries();
  // a request in flight may predate the change: wait for it, then fetch once more; concurrent callers share that fetch
  await client
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.catch(() => {});
  return client.fetchQuery({ queryKey, queryFn, staleTime: 0 });
}
