/**
 * Makes ranking passes, one process at a time. A pass has a number, the price marks, and the accounts that changed
 * after the previous pass.
 */
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

/** Least interval between passes that follow prices, ms. */
export const INTERVAL_MS = 1_500;
/** Interval at which a season that is not over gets a pass even without changes, ms. */
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

  /** Stores a sample of the price marks when one is due. @returns the newest sample's time, epoch ms; 0 without one */
  async function sample(
    tx: Transaction,
    season: Season,
    previous: PassHead | null,
    symbols: readonly string[],
  ) {
    const last = previous?.seasonId === season.id ? previous.sampledAt : Number.NEGATIVE_INFINITY;
    const now = clock.now();
    const spacing = sampleSpacingMs(now - (season.startedAt?.getTime() ?? now));
    if (season.status !== 'active' || now < last + spacing) return previous?.sampledAt ?? 0;
    await sampleMarks(tx, season.id, symbols, new Date(now));
    return now;
  }

  /**
   * Writes a pass.
   * @param prices new price marks; null keeps the marks
   * @param after writes only if this is still the newest pass; 'any' waits for a running pass and writes after it
   * @returns the pass's generation; null when nothing was written
   */
  async function write(
    season: Season,
    prices: { symbols: readonly string[]; quotes: ReadonlyMap<string, Quote> } | null,
    after: PassHead | null | 'any',
  ): Promise<number | null> {
    const generation = await sql.begin(async (tx) => {
      await limitIdle(tx);
      if (after === 'any') await awaitPass(tx);
      else if (!(await claimPass(tx))) return null;
      const previous = await newestPass(tx);
      if (after !== 'any' && previous?.generation !== after?.generation) return null;
      let sampledAt = previous?.sampledAt ?? 0;
      if (prices) {
        // a symbol that jumped keeps its price mark until the jump is explained
        const quotes = await priceCheck.sound(tx, prices.quotes);
        await writeMarks(tx, [...quotes.values()], market.now());
        sampledAt = await sample(tx, season, previous, prices.symbols);
      }
      const frozen = season.endedAt !== null;
      const marks = frozen ? null : await allMarks(tx);
      const isUnchanged = marks !== null && isSame(marks, replica.marksOf(previous));
      const isWhole = frozen || !isOf(previous, season);
      const pass = { seasonId: season.id, frozen, sampledAt, isWhole, marks: isUnchanged ? null : marks };
      return await writePass(tx, previous, pass);
    });
    if (generation !== null) bus.publish({ type: 'standings', generation });
    return generation;
  }

  return {
    /**
     * Makes a pass at the newest prices when one is due.
     * @param force makes one in any case @returns its generation; null when none was made
     */
    async make(season: Season, force: boolean): Promise<number | null> {
      const previous = await newestPass(sql);
      const isCurrent = isOf(previous, season);
      const age = previous && isCurrent ? Date.now() - previous.madeAt : Number.POSITIVE_INFINITY;
      if (!force && isCurrent && (previous?.frozen || age < INTERVAL_MS * 0.8)) return null;
      const symbols = season.endedAt === null ? await heldSymbols(sql, season.id) : [];
      // the last marks stay while the market is unavailable
      const quotes = await quotesNow(market, symbols);
      if (!force && age < PASS_IDLE_MS && !moved(previous, quotes) && !(await hasChanges(sql))) return null;
      return await write(season, { symbols, quotes }, force ? 'any' : previous);
    },

    /** Makes a pass for changed accounts at the previous price marks. @returns its generation; null without a pass */
    async makeForChanges(season: Season): Promise<number | null> {
      const previous = await newestPass(sql);
      if (!isOf(previous, season) || previous?.frozen || !(await hasChanges(sql))) return null;
      return await write(season, null, previous);
    },
  };
}

function isSame(marks: MarkPrices, others: MarkPrices | null): boolean {
  if (!others || marks.size !== others.size) return false;
  for (const [symbol, price] of marks) if (others.get(symbol) !== price) return false;
  return true;
}
