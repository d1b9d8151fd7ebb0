/** Commits a decision with its quotes, its XP and the rewards of new levels, in one statement. */
import type { PriceE4 } from '#core/money/units.ts';
import type { Progress } from '#core/progress/xp.ts';
import type { Decision } from '#core/trading/order.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { Sql } from '#db/client.ts';
import { type Commit, commitTrade, commitTrades } from '#db/queries/trading/commit.ts';
import type { Market } from '#market/market.ts';
import type { PriceCheck } from '../market/price-check.ts';
import { ageOf, isToCome, type TimedQuote } from '../market/quotes.ts';
import { gainOf } from '../orders/order-commits.ts';
import type { Settlement } from '../orders/settle-orders.ts';
import type { Clock } from '../platform/clock.ts';
import { createGroupCommit } from '../platform/concurrency.ts';
import type { Settings } from '../platform/settings.ts';
import type { Bus } from '../realtime/bus.ts';

export type TradingDeps = {
  sql: Sql;
  market: Market;
  clock: Clock;
  settings: Pick<Settings, 'quoteMaxAgeMs'>;
  bus: Pick<Bus, 'publish'>;
  priceCheck: PriceCheck;
  /** Settles working orders; absent in programs without working orders. */
  settlement?: Settlement;
};

export type CommitDecision = ReturnType<typeof createCommit>;

/** Concurrent statements that commit trades. A single statement at a time would use only one core of the database. */
const LANES = 2;

export function createCommit({ sql, market, settings }: Pick<TradingDeps, 'sql' | 'market' | 'settings'>) {
  const group = () =>
    createGroupCommit<Commit, bigint>((changes, skips) => commitTrades(sql, changes, skips), LANES);
  const groups = { plain: group(), ordered: group() };
  /**
   * Concurrent trades share one statement. A reverse or a forced cover with several fills commits alone, so that its
   * fills stay in sequence.
   */
  async function send(trade: Commit): Promise<bigint | null> {
    if (trade.fills.length > 1) return await commitTrade(sql, trade);
    return await groups[trade.orders ? 'ordered' : 'plain'](trade);
  }

  /**
   * Commits a decision.
   * @returns the id of its last fill; null when a quote is too old or dated in the future, when the account or the
   * season's rules changed first, and when the season is over
   */
  return async function commit(
    state: { seasonId: number; rules: Rules; progress: Progress },
    decision: Decision,
    quotes: ReadonlyMap<string, TimedQuote>,
    rest: Pick<
      Commit,
      | 'userId'
      | 'version'
      | 'anyStatus'
      | 'isOrder'
      | 'idempotency'
      | 'at'
      | 'markId'
      | 'orders'
      | 'notifications'
      | 'reason'
    > & {
      quotedPrice: PriceE4 | null;
    },
  ): Promise<bigint | null> {
    const { quotedPrice, ...who } = rest;
    const fills = decision.fills.map((fill) => {
      const quote = quotes.get(fill.symbol)!;
      return {
        fill,
        quote: {
          quotedPrice,
          asOfMs: quote.asOfMs,
          ageMs: ageOf(market, quote.asOfMs),
          source: quote.source,
        },
      };
    });
    const patienceMs = settings.quoteMaxAgeMs - Math.max(...fills.map((fill) => fill.quote.ageMs));
    const isEarly = fills.some(({ quote }) => isToCome(market, quote.asOfMs, settings.quoteMaxAgeMs));
    if (patienceMs < 0 || isEarly) return null;
    return await send({
      ...who,
      seasonId: state.seasonId,
      rules: state.rules,
      cash: decision.cash,
      pnl: decision.pnl,
      fills,
      gain: gainOf(state.progress, decision.xp),
      patienceMs,
      decidedMs: Date.now(),
    });
  };
}
