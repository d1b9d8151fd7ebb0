/**
 * Checks prices of a bought feed for share splits before they decide anything. A price that jumps from the last good
 * price may come from a split: orders, forced covers and price marks of the symbol wait until the provider has listed
 * its splits again. The last good price is in the database, so that all processes compare with one price.
 */

import { createCache } from '#core/cache.ts';
import { readPrice, writePrice } from '#core/money/money.ts';
import type { PriceE4 } from '#core/money/units.ts';
import { fail } from '#core/refusals/refusals.ts';
import { isExplained, isJump, isLargeJump } from '#core/trading/split.ts';
import type { Queryable, Sql } from '#db/client.ts';
import { openGames } from '#db/queries/leagues/games.ts';
import * as references from '#db/queries/market/prices.ts';
import { heldSymbols } from '#db/queries/market/prices.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { DAY_MS, dayOf, isoDate } from '#market/calendar.ts';
import { type Market, MarketUnavailableError, type Quote, type Split } from '#market/market.ts';
import type { Log } from '../platform/log.ts';
import type { Splits } from './splits.ts';

type Reference = references.ReferencePrice;
/**
 * A quote that may come from a split: it is far from the reference price, or it was made before the server noticed a
 * jump of the symbol.
 */
type Jump = { quote: Quote; price: PriceE4; reference: Reference };

export type PriceCheck = {
  /** Returns the quotes that do not jump, and checks the others in the background. */
  sound(sql: Queryable, quotes: ReadonlyMap<string, Quote>): Promise<Map<string, Quote>>;
  /**
   * Checks the quote that an order fills at. Call it after reading the order's position.
   * @returns false when the order must be decided again at a new quote
   * @throws AppError SPLIT_CHECK while the jump may be a split
   */
  demand(quote: Quote): Promise<boolean>;
};

/** For markets without splits: accepts every price. */
export const NO_PRICE_CHECK: PriceCheck = {
  sound: async (_, quotes) => new Map(quotes),
  demand: async () => true,
};

/** A large jump without a listed split is accepted after this time, ms, because a provider may list a split late. */
const LATE_MS = 70_000;
/** Interval of requests to the provider while a jump is unexplained, ms. */
const ASK_MS = 10_000;
/** A price is accepted after this time without a response from the provider, ms. */
const SILENT_MS = 15 * 60_000;
/** Age at which a reference price is replaced, ms. A move of more than 1 % replaces it at once. */
const NOTE_MS = 6 * 3_600_000;

/**
 * Compares a quote with its reference price.
 * @param now epoch ms of the market's clock, taken as the time of a quote without one
 * @returns null unless the quote jumps
 */
function jumpOf(quote: Quote, reference: Reference | undefined, now: number): Jump | null {
  if (!reference) return null;
  const price = readPrice(quote.price);
  const isOld =
    reference.jumpedAt !== null &&
    (quote.asOfMs ?? now) <= reference.jumpedAt &&
    now - reference.jumpedAt < LATE_MS;
  return isOld || isJump(reference.price, price) ? { quote, price, reference } : null;
}

/**
 * Returns the last good price of each symbol whose quote jumps. A quote made before a noticed jump counts as jumping.
 * Empty on markets without splits.
 */
export async function jumpedPrices(
  sql: Queryable,
  market: Pick<Market, 'capabilities' | 'now'>,
  quotes: ReadonlyMap<string, Quote>,
): Promise<Map<string, PriceE4>> {
  if (!market.capabilities.splits || quotes.size === 0) return new Map();
  const referencePrices = await references.referencePrices(sql, [...quotes.keys()]);
  const jumps = [...quotes.values()].flatMap(
    (q) => jumpOf(q, referencePrices.get(q.symbol), market.now()) ?? [],
  );
  return new Map(jumps.map(({ quote, reference }) => [quote.symbol, reference.price]));
}

export const splitCheck = (symbol: string) =>
  fail('SPLIT_CHECK', { params: { symbol }, headers: { 'retry-after': '15' } });

type Deps = {
  sql: Sql;
  market: Pick<Market, 'now' | 'splits' | 'capabilities'>;
  splits: Pick<Splits, 'apply' | 'isApplied' | 'latestDate'>;
  seasons: { current(): SeasonRow | null };
  log: Pick<Log, 'info' | 'warn'>;
};

/** Returns `NO_PRICE_CHECK` for a market without splits. */
export function createPriceCheck(deps: Deps): PriceCheck {
  if (!deps.market.capabilities.splits) return NO_PRICE_CHECK;
  // caches nothing: concurrent checks of a symbol share one
  const running = createCache<boolean>({ ttlMs: 0, max: 1_000 });
  const check = (jump: Jump) => running.get(jump.quote.symbol, () => look(deps, jump));

  return {
    async sound(on, quotes) {
      const good = new Map(quotes);
      for (const jump of await jumps(deps, on, [...quotes.values()])) {
        good.delete(jump.quote.symbol);
        check(jump).catch((err) => deps.log.warn({ err }, 'a price could not be checked for a split'));
      }
      return good;
    },
    async demand(quote) {
      const [jump] = await jumps(deps, deps.sql, [quote]);
      if (!jump) return true;
      if (await check(jump)) return false;
      throw splitCheck(quote.symbol);
    },
  };
}

/** Returns the quotes that jump. Stores the others as reference prices where the stored prices are outdated. */
async function jumps({ market }: Deps, on: Queryable, quotes: readonly Quote[]): Promise<Jump[]> {
  const referencePrices = await references.referencePrices(
    on,
    quotes.map((quote) => quote.symbol),
  );
  const now = market.now();
  const jumpedQuotes: Jump[] = [];
  for (const quote of quotes) {
    const reference = referencePrices.get(quote.symbol);
    const jump = jumpOf(quote, reference, now);
    if (jump) jumpedQuotes.push(jump);
    else if (!reference || isWorthNoting(reference, readPrice(quote.price), now))
      await references.noteReference(on, quote.symbol, readPrice(quote.price), reference ?? null, now);
  }
  return jumpedQuotes;
}

/** True when no account holds the symbol and its reference price is over a day old: a price may move far in a day. */
async function isForgotten({ sql, market, seasons }: Deps, { quote, reference }: Jump): Promise<boolean> {
  if (market.now() - reference.asOfMs < DAY_MS) return false;
  const season = seasons.current();
  for (const id of season ? await openGames(sql, season) : [])
    if ((await heldSymbols(sql, id)).includes(quote.symbol)) return false;
  return true;
}

/** Returns the splits that the provider lists around the jump; null when the provider does not answer. */
async function listed(
  { market, splits }: Deps,
  { quote, reference }: Jump,
  jumpedAt: number,
): Promise<Split[] | null> {
  const from = isoDate(dayOf(reference.asOfMs) - 1);
  try {
    const since = Math.max(jumpedAt, market.now() - ASK_MS);
    return (await market.splits(quote.symbol, from, since)).filter(({ date }) => date <= splits.latestDate());
  } catch (error) {
    if (!(error instanceof MarketUnavailableError)) throw error;
    // the provider's plan may not include splits
    return error.trouble === 'refused' ? [] : null;
  }
}

/** @returns true when the jump was no split and its price is the new reference; false for a split, and while unsure */
async function look(deps: Deps, jump: Jump): Promise<boolean> {
  const { sql, market, splits, log } = deps;
  const { quote, price, reference } = jump;
  const { symbol } = quote;
  const jumpedAt = await references.noteJump(sql, symbol, market.now());
  const isLarge = isLargeJump(reference.price, price);
  const accept = async () => {
    await references.acceptJump(sql, reference, price, market.now(), isLarge);
    return true;
  };
  if (await isForgotten(deps, jump)) return await accept();
  const listedSplits = await listed(deps, jump, jumpedAt);
  const waitedMs = market.now() - jumpedAt;
  if (!listedSplits && waitedMs < SILENT_MS) return false;
  for (const split of listedSplits ?? []) {
    if (isExplained(reference.price, price, split) && (await splits.apply(split))) return false;
    // the split is applied, and the feed still, or again, sends prices from before the split
    const back = { numerator: split.denominator, denominator: split.numerator };
    const isBack = isLarge && waitedMs < DAY_MS && isExplained(reference.price, price, back);
    if (isBack && (await splits.isApplied(split))) return false;
  }
  if (!isJump(reference.price, price) || (isLarge && waitedMs < LATE_MS)) return false;
  log.info({ symbol, before: writePrice(reference.price), price: quote.price }, 'a jump is no split');
  return await accept();
}

function isWorthNoting(reference: Reference, price: PriceE4, now: number): boolean {
  const move = price > reference.price ? price - reference.price : reference.price - price;
  return reference.jumpedAt !== null || move * 100n > reference.price || now - reference.asOfMs > NOTE_MS;
}
