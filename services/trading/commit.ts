/** A decision becomes one statement, with the quotes it was made at and what its XP is worth. */
import type { PriceE4 } from '#core/money/units.ts';
import { gainXp, LEVEL_REWARD_TKF, type Progress } from '#core/progress/xp.ts';
import type { Decision } from '#core/trading/order.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { Sql } from '#db/client.ts';
import { type Commit, commitTrade, commitTrades } from '#db/queries/trading/commit.ts';
import type { Market } from '#market/market.ts';
import type { PriceCheck } from '../market/price-check.ts';
import { ageOf, isToCome, type TimedQuote } from '../market/quotes.ts';
import type { Desk } from '../orders/desk.ts';
import type { Clock } from '../platform/clock.ts';
import { createGroupCommit } from '../platform/concurrency.ts';
import type { Settings } from '../platform/settings.ts';
import type { Bus } from '../realtime/bus.ts';

/** What trades and forced covers stand on. */
export type TradingDeps = {
  sql: Sql;
  market: Market;
  clock: Clock;
  settings: Pick<Settings, 'quoteMaxAgeMs'>;
  bus: Pick<Bus, 'publish'>;
  priceCheck: PriceCheck;
  /** Fills what waits for a price; absent where no order does. */
  desk?: Desk;
};

export type CommitDecision = ReturnType<typeof createCommit>;

/** Times a decision is made anew after another process was faster. */
export const ATTEMPTS = 40;
/** Statements that commit trades side by side: one alone would be the work of one core. */
const LANES = 2;

export function createCommit({ sql, market, settings }: Pick<TradingDeps, 'sql' | 'market' | 'settings'>) {
  const group = () => createGroupCommit<Commit>((changes, skips) => commitTrades(sql, changes, skips), LANES);
  const groups = { plain: group(), ordered: group() };
  /** Trades that come at once go together; both legs of a reverse keep their order alone. */
  async function send(trade: Commit): Promise<boolean> {
    if (trade.legs.length > 1) return await commitTrade(sql, trade);
    return await groups[trade.orders ? 'ordered' : 'plain'](trade);
  }

  /** @returns whether it was committed: not when the quotes got too old, or somebody else was faster */
  return async function commit(
    state: { seasonId: number; rules: Rules; progress: Progress },
    decision: Decision,
    quotes: ReadonlyMap<string, TimedQuote>,
    rest: Pick<
      Commit,
      'userId' | 'version' | 'anyStatus' | 'isOrder' | 'idempotency' | 'at' | 'markId' | 'orders'
    > & {
      quotedPrice: PriceE4 | null;
    },
  ): Promise<boolean> {
    const { quotedPrice, ...who } = rest;
    const gained = gainXp(state.progress, decision.xp);
    const legs = decision.legs.map((leg) => {
      const quote = quotes.get(leg.symbol)!;
      return {
        leg,
        quote: {
          quotedPrice,
          asOfMs: quote.asOfMs,
          ageMs: ageOf(market, quote.asOfMs),
          source: quote.source,
        },
      };
    });
    const patienceMs = settings.quoteMaxAgeMs - Math.max(...legs.map((leg) => leg.quote.ageMs));
    const isEarly = legs.some(({ quote }) => isToCome(market, quote.asOfMs, settings.quoteMaxAgeMs));
    if (patienceMs < 0 || isEarly) return false;
    return await send({
      ...who,
      seasonId: state.seasonId,
      rules: state.rules,
      cash: decision.cash,
      pnl: decision.pnl,
      legs,
      gain: {
        xp: decision.xp,
        levelBefore: state.progress.level,
        level: gained.level,
        tkf: gained.tkf,
        tkfPerLevel: LEVEL_REWARD_TKF,
      },
      patienceMs,
      decidedMs: Date.now(),
    });
  };
}
