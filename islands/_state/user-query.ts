import { QueryObserver } from '@tanstack/query-core';
import { client } from './query-client.ts';
import { fetchUser, REFRESH_MS, type User } from './user.ts';

/**
 * Follows GET /api/user by the query rules, hourly while somebody is signed in.
 * @param known the page's first answer, which came at `since` (epoch ms)
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
