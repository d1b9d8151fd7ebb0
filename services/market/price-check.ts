/**
 * Prices of a bought feed, looked at before anything is decided at them. One that jumps against the last one may be of a
 * split share: orders, covers by force and marks of its symbol wait until the provider's splits were asked anew.
 * What a quote is compared with is in the database, so that every process, also one that just began, sees the same.
 */

import { readPrice, writePrice } from '#core/money/money.ts';
import type { PriceE4 } from '#core/money/units.ts';
import { fail } from '#core/refusals/refusals.ts';
import { isExplained, isJump, isLargeJump } from '#core/trading/split.ts';
import type { Queryable, Sql } from '#db/client.ts';
import * as references from '#db/queries/market/prices.ts';
import { heldSymbols } from '#db/queries/market/prices.ts';
import { DAY_MS, dayOf, isoDate } from '#market/calendar.ts';
import { type Market, MarketUnavailableError, type Quote, type Split } from '#market/market.ts';
import type { Log } from '../platform/log.ts';
import type { Seasons } from '../season/seasons.ts';
import type { Splits } from './splits.ts';

type Reference = references.ReferencePrice;
/** A quote that is far from the reference price, or was made before such a jump was first seen. */
type Jump = { quote: Quote; price: PriceE4; before: Reference };

export type PriceCheck = {
  /** Those of the quotes that may decide something now; the others are looked into meanwhile. */
  sound(sql: Queryable, quotes: ReadonlyMap<string, Quote>): Promise<Map<string, Quote>>;
  /**
   * Looks into the quote an order wants to fill at. Call it after the order's position was read.
   * @returns false when the order must be decided anew @throws AppError SPLIT_CHECK
   */
  demand(quote: Quote): Promise<boolean>;
};

/** Where shares don't split every price is as good as the next. */
export const NO_PRICE_CHECK: PriceCheck = {
  sound: async (_, quotes) => new Map(quotes),
  demand: async () => true,
};

/** A large jump without a split is believed after this: a split may be listed late. */
const LATE_MS = 70_000;
/** How often the provider is asked meanwhile. */
const ASK_MS = 10_000;
/** Nothing waits longer than this for a provider that does not answer. */
const SILENT_MS = 15 * 60_000;
/** A reference is noted anew after this, or after a move of a hundredth. */
const NOTE_MS = 6 * 3_600_000;

/** What a quote is compared with, and whether it is far from that. @param at epoch ms, for quotes of unknown time */
function jumpOf(quote: Quote, before: Reference | undefined, at: number): Jump | null {
  if (!before) return null;
  const price = readPrice(quote.price);
  const isOld =
    before.jumpedAt !== null && (quote.asOfMs ?? at) <= before.jumpedAt && at - before.jumpedAt < LATE_MS;
  return isOld || isJump(before.price, price) ? { quote, price, before } : null;
}

/** Symbols whose quotes are far from the last good price, with that price. Empty where shares don't split. */
export async function jumpedPrices(
  sql: Queryable,
  market: Pick<Market, 'capabilities' | 'now'>,
  quotes: ReadonlyMap<string, Quote>,
): Promise<Map<string, PriceE4>> {
  if (!market.capabilities.splits || quotes.size === 0) return new Map();
  const known = await references.referencePrices(sql, [...quotes.keys()]);
  const jumps = [...quotes.values()].flatMap((q) => jumpOf(q, known.get(q.symbol), market.now()) ?? []);
  return new Map(jumps.map(({ quote, before }) => [quote.symbol, before.price]));
}

export const splitCheck = (symbol: string) =>
  fail('SPLIT_CHECK', { params: { symbol }, headers: { 'retry-after': '15' } });

type Deps = {
  sql: Sql;
  market: Pick<Market, 'now' | 'splits' | 'capabilities'>;
  splits: Pick<Splits, 'apply' | 'isApplied' | 'latestDate'>;
  seasons: Pick<Seasons, 'current'>;
  log: Pick<Log, 'info' | 'warn'>;
};

/** The check of a market whose shares split; of any other one that lets everything pass. */
export function createPriceCheck(deps: Deps): PriceCheck {
  if (!deps.market.capabilities.splits) return NO_PRICE_CHECK;
  const running = new Map<string, Promise<boolean>>();

  /** One look at a symbol at a time in this process. */
  function check(jump: Jump): Promise<boolean> {
    const { symbol } = jump.quote;
    const known = running.get(symbol);
    if (known) return known;
    const made = look(deps, jump).finally(() => running.delete(symbol));
    running.set(symbol, made);
    return made;
  }

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

/** Notes the sound quotes. @returns the others */
async function jumps({ market }: Deps, on: Queryable, quotes: readonly Quote[]): Promise<Jump[]> {
  const known = await references.referencePrices(
    on,
    quotes.map((quote) => quote.symbol),
  );
  const now = market.now();
  const found: Jump[] = [];
  for (const quote of quotes) {
    const before = known.get(quote.symbol);
    const jump = jumpOf(quote, before, now);
    if (jump) found.push(jump);
    else if (!before || isWorthNoting(before, readPrice(quote.price), now))
      await references.noteReference(on, quote.symbol, readPrice(quote.price), before ?? null, now);
  }
  return found;
}

/** Nobody holds it, and nobody looked for days: it went its way meanwhile. */
async function isForgotten({ sql, market, seasons }: Deps, { quote, before }: Jump): Promise<boolean> {
  if (market.now() - before.asOfMs < DAY_MS) return false;
  const season = seasons.current();
  return !season || !(await heldSymbols(sql, season.id)).includes(quote.symbol);
}

/** Splits around the jump as the provider tells them now; null when it can't. */
async function listed(
  { market, splits }: Deps,
  { quote, before }: Jump,
  jumpedAt: number,
): Promise<Split[] | null> {
  const from = isoDate(dayOf(before.asOfMs) - 1);
  try {
    const since = Math.max(jumpedAt, market.now() - ASK_MS);
    return (await market.splits(quote.symbol, from, since)).filter(({ date }) => date <= splits.latestDate());
  } catch (error) {
    if (!(error instanceof MarketUnavailableError)) throw error;
    // a plan without splits knows of none
    return error.trouble === 'refused' ? [] : null;
  }
}

/** @returns true when the jump was no split and its price is the new reference; false when it is a split, or not known yet */
async function look(deps: Deps, jump: Jump): Promise<boolean> {
  const { sql, market, splits, log } = deps;
  const { quote, price, before } = jump;
  const { symbol } = quote;
  const jumpedAt = await references.noteJump(sql, symbol, market.now());
  const isLarge = isLargeJump(before.price, price);
  const accept = async () => {
    await references.acceptJump(sql, before, price, market.now(), isLarge);
    return true;
  };
  if (await isForgotten(deps, jump)) return await accept();
  const found = await listed(deps, jump, jumpedAt);
  const waitedMs = market.now() - jumpedAt;
  if (!found && waitedMs < SILENT_MS) return false;
  for (const split of found ?? []) {
    if (isExplained(before.price, price, split) && (await splits.apply(split))) return false;
    // it was applied, and the price is still, or again, one of an old share
    const back = { numerator: split.denominator, denominator: split.numerator };
    const isBack = isLarge && waitedMs < DAY_MS && isExplained(before.price, price, back);
    if (isBack && (await splits.isApplied(split))) return false;
  }
  if (!isJump(before.price, price) || (isLarge && waitedMs < LATE_MS)) return false;
  log.info({ symbol, before: writePrice(before.price), price: quote.price }, 'a jump is no split');
  return await accept();
}

function isWorthNoting(before: Reference, price: PriceE4, now: number): boolean {
  const move = price > before.price ? price - before.price : before.price - price;
  return before.jumpedAt !== null || move * 100n > before.price || now - before.asOfMs > NOTE_MS;
}
