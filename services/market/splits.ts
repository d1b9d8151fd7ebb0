/** Applies share splits to open positions at the opening of the split's first session, once for all processes. */
import { plainDecimal, QUANTITY_DIGITS } from '#core/money/money.ts';
import type { Sql, Transaction } from '#db/client.ts';
import { awaitPass } from '#db/queries/leaderboard/passes.ts';
import { openGames } from '#db/queries/leagues/games.ts';
import { type ReferencePrice, referencePrices } from '#db/queries/market/prices.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import {
  type Adjusted,
  appliedSplits,
  applySplit,
  type DueSplit,
  heldSince,
} from '#db/queries/trading/splits.ts';
import { createCalendar, DAY_MS, dayOf, isoDate, newYorkMs } from '#market/calendar.ts';
import { type Market, MarketUnavailableError, type Split, UnknownSymbolError } from '#market/market.ts';
import { storeNotices } from '../account/notifications.ts';
import type { Log } from '../platform/log.ts';
import { createLoop } from '../platform/loop.ts';
import type { Bus, Notice } from '../realtime/bus.ts';
import { askMarket } from './quotes.ts';

export type Splits = ReturnType<typeof createSplits>;

/** Interval of checks, ms; the market caches splits and dividends for an hour. */
const EVERY_MS = 60_000;
/** New York's opening bell, minutes after midnight. */
const BELL = 570;
/** A feed may send prices of new shares up to this long before the opening bell, ms. */
const EARLY_MS = DAY_MS / 2;

const calendar = createCalendar('us');

type Deps = {
  sql: Sql;
  market: Pick<Market, 'now' | 'splits' | 'capabilities'>;
  seasons: { current(): SeasonRow | null };
  bus: Pick<Bus, 'publish'>;
  log: Pick<Log, 'info' | 'warn'>;
  /** Adjusts working orders in the same transaction. */
  onSplit?: (tx: Transaction, seasonId: number, split: DueSplit) => Promise<void>;
};

/**
 * Returns the pause before the next check, ms. One check runs right at the opening bell, because the market's first
 * prices after the bell are prices of new shares.
 */
export function untilCheck(now: number): number {
  const bell = calendar.state(now).opensAt;
  return bell === null ? EVERY_MS : Math.min(EVERY_MS, Math.max(1, bell - now));
}

/** Returns the seasons whose positions may change: practice, running private games, the public season until its end. */
function openSeasons({ sql, seasons }: Pick<Deps, 'sql' | 'seasons'>): Promise<number[]> {
  const season = seasons.current();
  return openGames(sql, season?.endedAt === null && season);
}

export function createSplits(deps: Deps) {
  const { sql, market, bus, log } = deps;
  let applied: Set<string> | null = null;

  /** @returns the number of changed positions; null when the split was applied before */
  async function applyDue(split: DueSplit): Promise<number | null> {
    const seasonIds = await openSeasons(deps);
    const appliedAt = new Date(market.now());
    const adjusted = await sql.begin(async (tx) => {
      // a ranking pass must value all positions before the split, or all after it
      await awaitPass(tx);
      const changed = await applySplit(tx, seasonIds, split, appliedAt);
      if (changed) for (const id of seasonIds) await deps.onSplit?.(tx, id, split);
      const notices = (changed ?? []).map((each) => noticeOf(split, each));
      await storeNotices(tx, notices, appliedAt);
      return changed;
    });
    applied?.add(nameOf(split));
    if (!adjusted) return null;
    log.info({ split: nameOf(split), positions: adjusted.length }, 'a split was applied');
    announce(bus, split, adjusted);
    return adjusted.length;
  }

  async function check(): Promise<number> {
    applied ??= new Set(await appliedSplits(sql));
    let changed = 0;
    const held = await heldSince(sql, await openSeasons(deps));
    const symbols = held.map(({ symbol }) => symbol);
    const references = await referencePrices(sql, symbols);
    for (const { symbol, since } of held) {
      for (const split of await dueOf(market, symbol, since, references.get(symbol)))
        if (!applied.has(nameOf(split))) changed += (await applyDue(split)) ?? 0;
    }
    return changed;
  }

  const loop = createLoop(check, {
    everyMs: () => untilCheck(market.now()),
    log,
    failure: 'splits could not be looked after',
    onFailure: () => {
      applied = null;
    },
  });
  return {
    check,
    /** Applies a split whose new price has arrived. @returns true when this call applied it */
    async apply(split: Split): Promise<boolean> {
      const references = await referencePrices(sql, [split.symbol]);
      return (await applyDue(dated(split, references.get(split.symbol)))) !== null;
    },
    isApplied: async (split: Split): Promise<boolean> => (await appliedSplits(sql)).includes(nameOf(split)),
    /** Returns the latest date of splits whose prices may have arrived: the date of the running or next session. */
    latestDate(): string {
      const { opensAt } = calendar.state(market.now());
      return isoDate(dayOf(opensAt ?? market.now()));
    },
    begin(): void {
      if (market.capabilities.splits) loop.begin();
    },
    stop: loop.stop,
  };
}

const YEAR_DAYS = 366;

/**
 * Returns a ticker's splits of the last year that are in effect, oldest first. `effectiveAt`: when the prices of new
 * shares begin, epoch seconds.
 * @throws AppError UNKNOWN_SYMBOL, UNAVAILABLE
 */
export async function splitsInEffect(
  market: Pick<Market, 'now' | 'splits'>,
  symbol: string,
): Promise<{ effectiveAt: number; numerator: number; denominator: number }[]> {
  const now = market.now();
  const splits = await askMarket(symbol, () => market.splits(symbol, isoDate(dayOf(now) - YEAR_DAYS)));
  return splits
    .map(({ date, numerator, denominator }) => ({
      effectiveAt: effectiveMs(date) / 1000,
      numerator,
      denominator,
    }))
    .filter(({ effectiveAt }) => effectiveAt * 1000 <= now);
}

/** Returns when a split or a dividend takes effect by the calendar, epoch ms. @param date YYYY-MM-DD */
export function effectiveMs(date: string): number {
  const day = Date.parse(date) / DAY_MS;
  return calendar.session(day)?.openMs ?? newYorkMs(day, BELL);
}

/** Dates a split by the first price of new shares, which the feed may send before the bell or long after it. */
function dated(split: Split, reference: ReferencePrice | undefined): DueSplit {
  const bell = effectiveMs(split.date);
  const moved = reference?.jumpedAt ?? reference?.acceptedAt ?? 0;
  return { ...split, effectiveAt: new Date(moved > bell - EARLY_MS ? moved : bell) };
}

/** Returns a symbol's splits that took effect after `since` and by now; none when the market does not answer. */
async function dueOf(
  market: Deps['market'],
  symbol: string,
  since: Date,
  reference?: ReferencePrice,
): Promise<DueSplit[]> {
  try {
    const splits = await market.splits(symbol, since.toISOString().slice(0, 10));
    return splits
      .filter(({ date }) => effectiveMs(date) <= market.now())
      .map((split) => dated(split, reference))
      .filter(({ effectiveAt }) => effectiveAt > since);
  } catch (error) {
    if (error instanceof MarketUnavailableError || error instanceof UnknownSymbolError) return [];
    throw error;
  }
}

function noticeOf(split: DueSplit, { userId, before, after }: Adjusted): Notice {
  const { symbol, numerator, denominator } = split;
  const shares = (position: typeof before) => plainDecimal(position.quantity, QUANTITY_DIGITS);
  return {
    type: 'notice',
    userId,
    topic: 'split',
    kind: 'success',
    title: { key: 'messages:splitTitle' },
    message: {
      key: 'messages:split',
      params: { symbol, numerator, denominator, before: shares(before), after: shares(after) },
    },
  };
}

function announce(bus: Deps['bus'], split: DueSplit, adjusted: readonly Adjusted[]): void {
  for (const each of adjusted) {
    bus.publish({ type: 'traded', userId: each.userId });
    bus.publish({ ...noticeOf(split, each), isStored: true });
  }
}

const nameOf = ({ symbol, date }: Pick<Split, 'symbol' | 'date'>) => `${symbol} ${date}`;
