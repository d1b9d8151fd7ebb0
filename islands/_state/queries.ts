import { type Address, type Answer, call, type Input, urlOf } from '#core/contract/call.ts';

/**
 * What all islands read from the server through: one client, so that two of them share an answer and a failure. Its
 * code (9 KB) is fetched with the first query; pages come with their data and seldom have one.
 */
export const queries = () => import('./query-client.ts').then((module) => module.client);

/** Makes a call anew, whatever is kept of it. @throws after the retries of docs/rules/08-realtime.md 4 */
export async function refetch<A extends Address>(address: A, input: Input<A>): Promise<Answer<A>> {
  const queryFn = () => call(address, input);
  const queryKey = [urlOf(address, input)];
  const client = await queries();
  // an answer that is on its way may be of before what is asked about; all who wait for it share the next one
  await client
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.catch(() => {});
  return client.fetchQuery({ queryKey, queryFn, staleTime: 0 });
}
