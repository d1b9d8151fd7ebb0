/** The addresses of the leaderboard: a page of it, and a trader's dialog over one. */
import type { Tab } from './TraderDialog.tsx';

export function pageHref(page: number): string {
  return page === 1 ? '/leaderboards' : `/leaderboards?page=${page}`;
}

/** Where a trader's row begins; the dialog closes to it, so that the focus is where it came from. */
export const rowId = (username: string) => `trader-${username}`;

export function traderHref(page: number, username: string, tab: Tab = 'stats'): string {
  const query = new URLSearchParams();
  if (page !== 1) query.set('page', String(page));
  query.set('trader', username);
  if (tab !== 'stats') query.set('tab', tab);
  return `/leaderboards?${query}`;
}
