/** Reads accounts with their working orders, both as of one moment. */
import type { Book } from '#core/orders/book.ts';
import type { Game } from '#core/season/game.ts';
import type { Queryable } from '#db/client.ts';
import { type LiveOrders, liveOrders } from '#db/queries/orders/read.ts';
import { type Holdings, readHoldingsOf } from '#db/queries/trading/portfolio.ts';
import type { SettledAccount } from './order-commits.ts';

/** `slackMs`: how far before an account's `matchedTo` prices are looked at again, market ms. */
type How = { game: Game; siteTime: Book['siteTime']; slackMs: number };

/** Reads the accounts of the traders who have one in the game. */
export async function readAccounts(
  sql: Queryable,
  userIds: readonly number[],
  how: How,
): Promise<SettledAccount[]> {
  const holdings = await readHoldingsOf(sql, userIds, how.game);
  const [first] = holdings.values();
  if (!first) return [];
  const live = await liveOrders(sql, first.seasonId, [...holdings.keys()]);
  const accounts: SettledAccount[] = [];
  const torn: number[] = [];
  for (const [userId, account] of holdings) {
    const traderOrders = live.get(userId);
    // a fill between the two statements removed an order and opened a position: read this account again
    if (traderOrders?.version === account.version)
      accounts.push(accountOf(userId, account, traderOrders, how));
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
    userId,
    username,
    seasonId,
    status,
    rules,
    version,
    progress,
    today,
    matchedTo: matchedTo - slackMs,
    book: {
      cash,
      startCash,
      seasonId,
      rules,
      version: rulesVersion,
      siteTime,
      positions: new Map(open.map(({ position }) => [position.symbol, position])),
      orders: new Map(orders.map((order) => [order.id, order])),
    },
  };
}
