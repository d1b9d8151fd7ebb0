/** A decision becomes one statement, with the quotes it was made at and what its XP is worth. */
import { gainXp, LEVEL_REWARD_TKF, type Progress } from '#core/progress/xp.ts';
import type { Decision } from '#core/trading/order.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { Sql } from '#db/client.ts';
import { type Commit, commitTrade } from '#db/queries/trading.ts';
import type { Market } from '#market/market.ts';
import type { Settings } from '../platform/settings.ts';
import { ageOf, type TimedQuote } from './quotes.ts';

export type CommitDecision = ReturnType<typeof createCommit>;

/** Times a decision is made anew after another process was faster. */
export const ATTEMPTS = 40;

export function createCommit(deps: {
  sql: Sql;
  market: Pick<Market, 'now' | 'capabilities'>;
  settings: Pick<Settings, 'quoteMaxAgeMs'>;
}) {
  const { sql, market, settings } = deps;

  /** @returns whether it was committed: not when the quotes got too old, or somebody else was faster */
  return async function commit(
    state: { seasonId: number; rules: Rules; progress: Progress },
    decision: Decision,
    quotes: ReadonlyMap<string, TimedQuote>,
    rest: Pick<
      Commit,
      'userId' | 'version' | 'anyStatus' | 'isOrder' | 'idempotency' | 'at' | 'markId' | 'orders'
    > & {
      quotedPrice: bigint | null;
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
    if (patienceMs < 0) return false;
    return await commitTrade(sql, {
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
    });
  };
}
