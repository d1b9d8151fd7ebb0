/** Checks the margin of accounts in practice and private games, which no ranking pass values. */
import { readPrice } from '#core/money/money.ts';
import { gameOf } from '#core/season/game.ts';
import { marginOf } from '#core/trading/margin.ts';
import type { Sql } from '#db/client.ts';
import { type AccountAtRisk, accountsAtRisk } from '#db/queries/trading/portfolio.ts';
import type { Market } from '#market/market.ts';
import { quotesNow } from '../market/quotes.ts';
import type { OrderEngine } from '../orders/match-orders.ts';
import { tryEach } from '../platform/concurrency.ts';
import type { Log } from '../platform/log.ts';
import { createLoop } from '../platform/loop.ts';
import type { Trading } from '../trading/trading.ts';

/** Interval of checks, ms: on a market with free prices, and on a market with bought prices. */
const EVERY_MS = 5_000;
const BOUGHT_EVERY_MS = 60_000;
const BOUGHT_SYMBOLS = 50;

type Deps = {
  sql: Sql;
  market: Pick<Market, 'quotes' | 'path' | 'session'>;
  trading: Pick<Trading, 'forceCovers'>;
  orderEngine: Pick<OrderEngine, 'symbols'>;
  log: Pick<Log, 'warn'>;
};

export function createPracticeMargin({ sql, market, trading, orderEngine, log }: Deps) {
  /** Index in the list of accounts at risk at which the next check on a bought market starts. */
  let next = 0;

  /** Returns the accounts at risk of a forced cover; on a market with bought prices, only the next accounts in turn. */
  async function accountsToCheck(): Promise<AccountAtRisk[]> {
    const accounts = await accountsAtRisk(sql);
    if (market.path) return accounts;
    const turn = inTurn(accounts, next, BOUGHT_SYMBOLS);
    next = turn.next;
    return turn.chosen;
  }

  /**
   * Covers the shorts of accounts with a margin call, while the market is open. An account that fails does not stop
   * the others.
   * @returns the number of covered accounts
   * @throws the first error, after all accounts
   */
  async function check(): Promise<number> {
    if (!market.session().open) return 0;
    const accounts = await accountsToCheck();
    const quotes = await quotesNow(market, [...new Set(accounts.flatMap(symbolsOf))]);
    const prices = new Map([...quotes].map(([symbol, { price }]) => [symbol, readPrice(price)]));
    const called = accounts.filter(({ cash, open }) => marginOf(cash, open, prices) === 'call');
    const covers = await tryEach(called, ({ userId, seasonId }) =>
      trading.forceCovers([userId], gameOf(seasonId)),
    );
    return covers.reduce((sum, covered) => sum + covered, 0);
  }

  // runs only in the process that matches orders
  const look = async () => orderEngine.symbols() !== null && (await check());
  const everyMs = market.path ? EVERY_MS : BOUGHT_EVERY_MS;
  const failure = 'the margin of private games could not be looked after';
  return { check, ...createLoop(look, { everyMs, log, failure }) };
}

type HasPositions = { open: readonly { symbol: string }[] };

const symbolsOf = ({ open }: HasPositions): string[] => open.map(({ symbol }) => symbol);

/**
 * Chooses accounts from index `start` on, wrapping around at the end. Together they have at most `most` symbols. Skips
 * an account with more symbols than `most`, whose margin is checked at each request of its trader.
 * @returns the accounts, and the start of the next choice
 */
export function inTurn<A extends HasPositions>(
  accounts: readonly A[],
  start: number,
  most: number,
): { chosen: A[]; next: number } {
  const symbols = new Set<string>();
  const chosen: A[] = [];
  for (let n = 0; n < accounts.length; n++) {
    const place = (start + n) % accounts.length;
    const account = accounts[place]!;
    const more = symbolsOf(account).filter((symbol) => !symbols.has(symbol));
    if (more.length > most) continue;
    if (symbols.size + more.length > most) return { chosen, next: place };
    for (const symbol of more) symbols.add(symbol);
    chosen.push(account);
  }
  return { chosen, next: 0 };
}
