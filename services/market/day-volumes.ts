/**
 * The volumes that limit fills in a season with the rule `maxVolume` (docs/decisions/061): one for each season, symbol
 * and day. The first process that learns a volume stores it.
 */

import { type Cache, createCache } from '#core/cache.ts';
import { readPrice } from '#core/money/money.ts';
import type { QuantityMicros } from '#core/money/units.ts';
import type { Book } from '#core/orders/book.ts';
import { isActive, isOpening } from '#core/orders/order.ts';
import { type DayShare, dayKey, tradingDay } from '#core/trading/day-volume.ts';
import { isExplained, isLargeJump } from '#core/trading/split.ts';
import type { Queryable, Sql } from '#db/client.ts';
import { findDayVolume, sharesTraded, storeDayVolume } from '#db/queries/trading/day-volumes.ts';
import { DAY_MS, dayOf, isoDate } from '#market/calendar.ts';
import {
  type DatedCandle,
  type Market,
  MarketUnavailableError,
  onLattice,
  UnknownSymbolError,
} from '#market/market.ts';
import type { SettledAccount } from '../orders/order-commits.ts';
import { quotesNow } from './quotes.ts';

/** A symbol whose last session is older than this, in days, has no volume. */
const LOOKBACK_DAYS = 15;
/** How long a volume is cached, market ms. A known volume never changes; an unknown one may become known. */
const TTL_MS = 5_000;
/** The server receives the price of a fill at most this long after the price was made, market ms. */
const PRICE_AGE_MS = 600_000;
const DAY_S = DAY_MS / 1000;

type Deps = { sql: Sql; market: Pick<Market, 'candles' | 'staleness' | 'quotes' | 'splits' | 'now'> };

export class DayVolumes {
  readonly #sql: Sql;
  readonly #market: Deps['market'];
  readonly #volumes: Cache<QuantityMicros | null>;

  constructor({ sql, market }: Deps) {
    this.#sql = sql;
    this.#market = market;
    this.#volumes = createCache({ ttlMs: TTL_MS, max: 5_000, now: market.now });
  }

  /**
   * Returns the day's volume (null while unknown) and the shares the trader has traded that day; null in a season
   * without the rule.
   * @param pricedAt when the order's price was made, epoch ms of the market's clock
   */
  async shareOf(
    { seasonId, rules }: Pick<SettledAccount, 'seasonId' | 'rules'>,
    userId: number,
    symbol: string,
    pricedAt: number,
  ): Promise<DayShare | null> {
    if (rules.maxVolume === null) return null;
    const day = tradingDay(pricedAt);
    const [volume, traded] = await Promise.all([
      this.#volumeOf(seasonId, symbol, day),
      sharesTraded(this.#sql, seasonId, [userId], [symbol], day * DAY_MS),
    ]);
    return { volume, traded: traded.get(userId)?.get(dayKey(symbol, pricedAt)) ?? 0n };
  }

  /** Returns the account's book with the volume that limits an order now. @param pricedAt ms of the market's clock */
  async bookFor(account: SettledAccount, symbol: string, pricedAt: number): Promise<Book> {
    const share = await this.shareOf(account, account.userId, symbol, pricedAt);
    if (!share) return account.book;
    const key = dayKey(symbol, pricedAt);
    const volumes = new Map(share.volume === null ? [] : [[key, share.volume]]);
    const dayShares = { volumes, traded: new Map([[key, share.traded]]), pricedAt: () => pricedAt };
    return { ...account.book, dayShares };
  }

  /** Returns the accounts with the volumes that limit their working orders up to now. */
  async addTo(sql: Queryable, accounts: readonly SettledAccount[]): Promise<SettledAccount[]> {
    const bySeason = Map.groupBy(accounts, ({ seasonId }) => seasonId).values();
    return (await Promise.all([...bySeason].map((each) => this.#addToSeason(sql, each)))).flat();
  }

  async #addToSeason(sql: Queryable, accounts: SettledAccount[]): Promise<SettledAccount[]> {
    const { seasonId, rules } = accounts[0]!;
    const orders = accounts.flatMap(({ book, matchedTo }) =>
      openingOf(book).map(({ symbol, activeFrom }) => ({ symbol, since: Math.max(matchedTo, activeFrom!) })),
    );
    if (rules.maxVolume === null || orders.length === 0) return accounts;
    const symbols = [...new Set(orders.map(({ symbol }) => symbol))];
    const first = tradingDay(Math.min(...orders.map(({ since }) => since)) - PRICE_AGE_MS);
    const volumes = new Map<string, QuantityMicros>();
    const load = async (symbol: string, day: number) => {
      const volume = await this.#volumeOf(seasonId, symbol, day);
      if (volume !== null) volumes.set(dayKey(symbol, day * DAY_MS), volume);
    };
    const days = Array.from({ length: tradingDay(this.#market.now()) - first + 1 }, (_, n) => first + n);
    const userIds = accounts.map(({ userId }) => userId);
    const [traded] = await Promise.all([
      sharesTraded(sql, seasonId, userIds, symbols, first * DAY_MS),
      ...symbols.flatMap((symbol) => days.map((day) => load(symbol, day))),
    ]);
    const pricedAt = (_: string, at: number) => at;
    return accounts.map((account) => {
      const dayShares = { volumes, traded: traded.get(account.userId) ?? new Map(), pricedAt };
      return { ...account, book: { ...account.book, dayShares } };
    });
  }

  #volumeOf(seasonId: number, symbol: string, day: number): Promise<QuantityMicros | null> {
    return this.#volumes.get(`${seasonId} ${dayKey(symbol, day * DAY_MS)}`, async () => {
      const stored = await findDayVolume(this.#sql, seasonId, symbol, day);
      if (stored !== null) return stored;
      const bar = await this.#barBefore(symbol, day);
      if (!bar) return null;
      const session = dayOf(bar.time * 1000);
      const shares = BigInt(Math.floor(await this.#inSharesOf(day, symbol, bar)));
      return await storeDayVolume(this.#sql, seasonId, { symbol, day, session, shares });
    });
  }

  /** Returns the complete bar of the last session before a day; null without one. */
  async #barBefore(symbol: string, day: number): Promise<DatedCandle | null> {
    const { candles, staleness } = this.#market;
    const bars = await candles(symbol, '1D', (day - LOOKBACK_DAYS) * DAY_S, day * DAY_S - 1).catch(noBars);
    const bar = bars.at(-1);
    // a bar that was fetched during its session is incomplete
    const isWhole = bar && (staleness?.(symbol, '1D')?.sinceMs ?? Infinity) >= (bar.time + DAY_S) * 1000;
    return isWhole ? bar : null;
  }

  /** Returns a bar's volume in shares of `day`. On the day of a split a provider may still count old shares. */
  async #inSharesOf(day: number, symbol: string, { time, close, volume }: DatedCandle): Promise<number> {
    const quotes = day === tradingDay(this.#market.now()) ? await quotesNow(this.#market, [symbol]) : null;
    const [before, now] = [onLattice(close), quotes?.get(symbol)?.prevClose].map(
      (text) => text && readPrice(text),
    );
    if (!before || !now || !isLargeJump(before, now)) return volume;
    const since = isoDate(dayOf(time * 1000) + 1);
    const splits = await this.#market.splits(symbol, since).catch(() => []);
    const split = splits.find(
      ({ date, ...ratio }) => date <= isoDate(day) && isExplained(before, now, ratio),
    );
    return split ? (volume * split.numerator) / split.denominator : volume;
  }
}

const openingOf = (book: Book) =>
  [...book.orders.values()].filter((order) => isActive(order) && isOpening(order.action));

/** Returns no bars when the source failed. @throws every other error */
function noBars(error: unknown): DatedCandle[] {
  if (error instanceof MarketUnavailableError || error instanceof UnknownSymbolError) return [];
  throw error;
}
