/** The TanStack client of the tab. Import queries.ts instead, which fetches this code at the first query. */
import { QueryClient, QueryObserver } from '@tanstack/query-core';
import { HttpError, request } from '#core/contract/call.ts';
import { fetchUser, REFRESH_MS, type User } from './user.ts';

const MINUTE = 60_000;
const RETRIES = 3;
const BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;

/** Creates a client with the rules of docs/rules/08-realtime.md 4. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE,
        gcTime: 5 * MINUTE,
        retry: (failures, error) =>
          failures < RETRIES && !(error instanceof HttpError && error.status === 401),
        retryDelay: (failures) => Math.min(BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS),
        refetchOnWindowFocus: true,
        queryFn: async ({ queryKey, signal }) => (await request(String(queryKey[0]), { signal })).json(),
      },
      mutations: { retry: false },
    },
  });
}

export const client = createQueries();
// listens for the window's focus and the network
client.mount();

/**
 * Observes GET /api/user by the client's rules, and refetches it hourly while somebody is signed in.
 * @param start `known`: the page's first response, if any, which arrived at `since` (epoch ms)
 */
export function observeUser(start: {
  known: User | undefined;
  since: number;
  take(user: User | null): void;
}) {
  const { known, since, take } = start;
  const observer = new QueryObserver<User | null>(client, {
    queryKey: ['/api/user'],
    queryFn: ({ signal }) => fetchUser(signal),
    refetchInterval: ({ state }) => (state.data === null ? false : REFRESH_MS),
    ...(known && { initialData: known, initialDataUpdatedAt: since }),
  });
  let reportedAt = known && since;
  const stop = observer.subscribe(({ data, dataUpdatedAt }) => {
    if (data === undefined || dataUpdatedAt === reportedAt) return;
    reportedAt = dataUpdatedAt;
    take(data);
  });
  return { check: () => void observer.refetch(), stop };
}
