import { addressOf, pageField } from '#core/contract/address.ts';
import type { SeasonChoice } from '#core/contract/fields.ts';

export type Tab = 'stats' | 'history' | 'profile';

export const FIND = 'find';

/** The address of the table with community members only. */
export const MEMBERS_HREF = '/leaderboards?show=members';

export const pageHref = (page: number) => addressOf('/leaderboards', pageField(page));

/**
 * Returns a row's id, from the row's number. With an id by trader, a refresh would move rows under a finger instead of
 * changing their texts.
 */
export const rowId = (number: number) => `row-${number}`;

export const traderPageHref = (username: string) => `/traders/${encodeURIComponent(username)}`;

/**
 * Returns the address of a trader's dialog over a page of the leaderboard.
 * @param season the season of the trade history; undefined for the newest
 */
export function traderHref(
  page: number,
  username: string,
  tab: Tab = 'stats',
  season?: SeasonChoice,
): string {
  const fields = { ...pageField(page), trader: username, tab: tab !== 'stats' && tab, season };
  return addressOf('/leaderboards', fields);
}

export const reportHref = (username: string, next?: string) =>
  addressOf('/report', { trader: username, next });
