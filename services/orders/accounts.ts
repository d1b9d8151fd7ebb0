/** Accounts with their live orders, as one moment had both. */
import type { Book } from '#core/orders/book.ts';
import type { Queryable } from '#db/client.ts';
import { type LiveOrders, liveOrders } from '#db/queries/orders/read.ts';
import { type Holdings, readHoldingsOf } from '#db/queries/trading/portfolio.ts';
import type { SettledAccount } from './writes.ts';

/** `slackMs`: how much before the mark of all orders prices are looked at again, market ms. */
type How = { siteTime: Book['siteTime']; slackMs: number };

/** Those of the traders that have an account in the newest season. */
export async function readAccounts(
  sql: Queryable,
  userIds: readonly number[],
  how: How,
): Promise<SettledAccount[]> {
  const holdings = await readHoldingsOf(sql, userIds);
  const [any] = holdings.values();
  if (!any) return [];
  const live = await liveOrders(sql, any.seasonId, [...holdings.keys()]);
  const accounts: SettledAccount[] = [];
  const torn: number[] = [];
  for (const [userId, account] of holdings) {
    const own = live.get(userId);
    // a fill in between has taken its order away and opened a position that the first statement could not know
    if (own?.version === account.version) accounts.push(accountOf(userId, account, own, how));
    else torn.push(userId);
  }
  return torn.length === 0 ? accounts : [...accounts, ...(await readAccounts(sql, torn, how))];
}

function accountOf(
  userId: number,
  { seasonId, status, rules, rulesVersion, version, progress, cash, startCash, open }: Holdings,
  { orders, matchedTo, username, today }: LiveOrders,
  { siteTime, slackMs }: How,
): SettledAccount {
  return {
    ...{ userId, username, seasonId, status, rules, version, progress, today },
    matchedTo: matchedTo - slackMs,
    book: {
      ...{ cash, startCash, rules, version: rulesVersion, siteTime },
      positions: new Map(open.map(({ position }) => [position.symbol, position])),
      orders: new Map(orders.map((order) => [order.id, order])),
    },
  };
}
