/**
 * What all islands read from the server through: one client, so that two of them share an answer and a failure. Its
 * code (9 KB) is fetched with the first query; pages come with their data and seldom have one.
 */
export const queries = () => import('./query-client.ts').then((module) => module.client);

/** Reads `path` anew, whatever is kept. @throws after the retries of docs/rules/08-realtime.md 4 */
export async function refetch<T = unknown>(path: string): Promise<T> {
  return (await queries()).fetchQuery({ queryKey: [path], staleTime: 0 }) as Promise<T>;
}
