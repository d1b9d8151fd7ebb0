/** Makes the passes: one process at a time, each numbered, carrying the marks and the accounts that changed since the one before. */
import { sampleSpacingMs } from '#core/leaderboard/equity.ts';
import type { MarkPrices } from '#core/leaderboard/value.ts';
import { readPrice } from '#core/money/money.ts';
import type { Sql, Transaction } from '#db/client.ts';
import { sampleMarks } from '#db/queries/leaderboard/equity.ts';
import {
  allMarks,
  awaitPass,
  claimPass,
  hasChanges,
  limitIdle,
  newestPass,
  type PassHead,
  writePass,
} from '#db/queries/leaderboard/passes.ts';
import { heldSymbols, writeMarks } from '#db/queries/market/prices.ts';
import type { Market, Quote } from '#market/market.ts';
import type { PriceCheck } from '../market/price-check.ts';
import { quotesNow } from '../market/quotes.ts';
import type { Clock } from '../platform/clock.ts';
import type { Bus } from '../realtime/bus.ts';
import type { Season } from '../season/seasons.ts';
import type { Replica } from './replica.ts';

/** Between two passes because of prices, at least. */
export const INTERVAL_MS = 1_500;
/** A pass is made this often even when no price moved, nobody traded and nobody joined. */
export const PASS_IDLE_MS = 15_000;

export function createPasses(deps: {
  sql: Sql;
  market: Pick<Market, 'quotes' | 'now'>;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
  priceCheck: Pick<PriceCheck, 'sound'>;
  replica: Pick<Replica, 'marksOf'>;
}) {
  const { sql, market, bus, clock, priceCheck, replica } = deps;

  const isOf = (pass: PassHead | null, season: Season) =>
    pass !== null && pass.seasonId === season.id && pass.frozen === (season.endedAt !== null);

  function moved(pass: PassHead | null, quotes: ReadonlyMap<string, Quote>): boolean {
    const marks = replica.marksOf(pass);
    return !marks || [...quotes.values()].some((q) => marks.get(q.symbol) !== readPrice(q.price));
  }

  /** Takes a sample of the marks when one is due. @returns when the newest was taken, epoch ms */
  async function sample(
    tx: Transaction,
    season: Season,
    before: PassHead | null,
    symbols: readonly string[],
  ) {
    const last = before?.seasonId === season.id ? before.sampledAt : Number.NEGATIVE_INFINITY;
    const now = clock.now();
    const spacing = sampleSpacingMs(now - (season.startedAt?.getTime() ?? now));
    if (season.status !== 'active' || now < last + spacing) return before?.sampledAt ?? 0;
    await sampleMarks(tx, season.id, symbols, new Date(now));
    return now;
  }

  /** @param prices what to mark by from now on; null: the marks stay @param after not when there is a newer pass than this one by now */
  async function write(
    season: Season,
    prices: { symbols: readonly string[]; quotes: ReadonlyMap<string, Quote> } | null,
    after: PassHead | null | 'any',
  ): Promise<number | null> {
    const generation = await sql.begin(async (tx) => {
      await limitIdle(tx);
      if (after === 'any') await awaitPass(tx);
      else if (!(await claimPass(tx))) return null;
      const before = await newestPass(tx);
      if (after !== 'any' && before?.generation !== after?.generation) return null;
      let sampledAt = before?.sampledAt ?? 0;
      if (prices) {
        // the last mark of what jumped stands until it is known why
        const quotes = await priceCheck.sound(tx, prices.quotes);
        await writeMarks(tx, [...quotes.values()], market.now());
        sampledAt = await sample(tx, season, before, prices.symbols);
      }
      const frozen = season.endedAt !== null;
      const marks = frozen ? null : await allMarks(tx);
      const same = marks !== null && isSame(marks, replica.marksOf(before));
      const isWhole = frozen || !isOf(before, season);
      return await writePass(tx, before, {
        ...{ seasonId: season.id, frozen, sampledAt, isWhole, marks: same ? null : marks },
      });
    });
    if (generation !== null) bus.publish({ type: 'standings', generation });
    return generation;
  }

  return {
    /**
     * Marks everything at the newest prices, when it is time and there is reason to.
     * @param force also when another process just made a pass, or nothing seems to have changed
     * @returns its generation; null when none was made
     */
    async make(season: Season, force: boolean): Promise<number | null> {
      const before = await newestPass(sql);
      const isCurrent = isOf(before, season);
      const age = before && isCurrent ? Date.now() - before.madeAt : Number.POSITIVE_INFINITY;
      if (!force && isCurrent && (before?.frozen || age < INTERVAL_MS * 0.8)) return null;
      const symbols = season.endedAt === null ? await heldSymbols(sql, season.id) : [];
      // while the market is away the last marks stand
      const quotes = await quotesNow(market, symbols);
      if (!force && age < PASS_IDLE_MS && !moved(before, quotes) && !(await hasChanges(sql))) return null;
      return await write(season, { symbols, quotes }, force ? 'any' : before);
    },

    /** Carries what changed, at the marks of the pass before. @returns its generation; null when none was made */
    async makeForChanges(season: Season): Promise<number | null> {
      const before = await newestPass(sql);
      if (!isOf(before, season) || before?.frozen || !(await hasChanges(sql))) return null;
      return await write(season, null, before);
    },
  };
}

function isSame(marks: MarkPrices, others: MarkPrices | null): boolean {
  if (!others || marks.size !== others.size) return false;
  for (const [symbol, price] of marks) if (others.get(symbol) !== price) return false;
  return true;
}
