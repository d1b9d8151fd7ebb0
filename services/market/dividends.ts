/** Pays the dividends of held shares at the opening of the ex-date, once for all processes. */
import {
  DIVIDEND_DIGITS,
  plainDecimal,
  QUANTITY_DIGITS,
  readDividend,
  writeCents,
} from '#core/money/money.ts';
import { type Cents, negate } from '#core/money/units.ts';
import { hasDividends } from '#core/season/terms.ts';
import type { Sql, Transaction } from '#db/client.ts';
import { awaitPass } from '#db/queries/leaderboard/passes.ts';
import { openGames } from '#db/queries/leagues/games.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import {
  appliedDividends,
  claimDividend,
  type DividendShare,
  payDividend,
  symbolsHeldSince,
} from '#db/queries/trading/dividends.ts';
import { DAY_MS, dayOf, isoDate } from '#market/calendar.ts';
import { type Dividend, type Market, MarketUnavailableError } from '#market/market.ts';
import { storeNotices } from '../account/notifications.ts';
import type { Log } from '../platform/log.ts';
import { createLoop } from '../platform/loop.ts';
import type { Bus, Notice } from '../realtime/bus.ts';
import { effectiveMs, untilCheck } from './splits.ts';

/** A dividend that the provider lists late is paid up to this many days after the ex-date. */
const LATE_DAYS = 7;

type Deps = {
  sql: Sql;
  market: Pick<Market, 'now' | 'dividends'>;
  seasons: { current(): SeasonRow | null };
  bus: Pick<Bus, 'publish'>;
  log: Pick<Log, 'info' | 'warn'>;
  /** Cancels the orders for which a dividend's debit leaves too little cash, in the same transaction. */
  onCharge: (tx: Transaction, account: { userId: number; seasonId: number }, amount: Cents) => Promise<void>;
};

export function createDividends(deps: Deps) {
  const { sql, market, log } = deps;
  let applied = new Map<number, Set<string>>();
  const listed = calendarOf(deps);

  async function check(): Promise<number> {
    const now = market.now();
    const seasonIds = await payingSeasons(deps);
    const dividends = (await listed()).filter(({ date }) => effectiveMs(date) <= now);
    if (dividends.length === 0) return 0;
    applied = new Map(
      await Promise.all(
        seasonIds.map(
          async (id) => [id, applied.get(id) ?? new Set(await appliedDividends(sql, id))] as const,
        ),
      ),
    );
    let traders = 0;
    for (const [seasonId, names] of applied) {
      const held = await symbolsHeldSince(sql, seasonId, new Date(now - (LATE_DAYS + 1) * DAY_MS));
      for (const dividend of dividends) {
        if (names.has(nameOf(dividend)) || !held.has(dividend.symbol)) continue;
        traders += (await apply(deps, seasonId, dividend)) ?? 0;
        names.add(nameOf(dividend));
      }
    }
    return traders;
  }

  const loop = createLoop(check, {
    everyMs: () => untilCheck(market.now()),
    log,
    failure: 'dividends could not be looked after',
    onFailure: () => applied.clear(),
  });
  return {
    check,
    begin(): void {
      if (market.dividends) loop.begin();
    },
    stop: loop.stop,
  };
}

/**
 * Returns the seasons that pay dividends: practice, running private games, and the running public season if its rules
 * say so.
 */
function payingSeasons({ sql, seasons }: Pick<Deps, 'sql' | 'seasons'>): Promise<number[]> {
  const season = seasons.current();
  const isRunning = season?.startedAt && season.endedAt === null;
  const isPaying = isRunning ? hasDividends(season.rulesVersion, season.terms?.market) : false;
  return openGames(sql, isPaying && season);
}

/** Returns a function that reads the provider's newest dividends; none when the provider does not answer. */
function calendarOf({ market, log }: Deps) {
  let isRefused = false;
  return async (): Promise<Dividend[]> => {
    const today = dayOf(market.now());
    try {
      return (await market.dividends?.(isoDate(today - LATE_DAYS), isoDate(today))) ?? [];
    } catch (error) {
      if (!(error instanceof MarketUnavailableError)) throw error;
      if (error.trouble === 'refused' && !isRefused)
        log.warn({}, 'the key does not reach the dividend calendar: no dividends are paid');
      isRefused ||= error.trouble === 'refused';
      return [];
    }
  };
}

/** @returns the number of affected traders; null when another process has paid the dividend, or the season is over */
async function apply(deps: Deps, seasonId: number, dividend: Dividend): Promise<number | null> {
  const { sql, market, bus, log } = deps;
  const { symbol, date, perShare } = dividend;
  const due = { symbol, date, perShare: readDividend(perShare), effectiveAt: new Date(effectiveMs(date)) };
  const appliedAt = new Date(market.now());
  const shares = await sql.begin(async (tx) => {
    // a ranking pass must value all accounts before the dividend, or all after it
    await awaitPass(tx);
    const claimed = await claimDividend(tx, seasonId, due, perShare, appliedAt);
    if (!claimed) return null;
    for (const { userId, amount, mustCancelOrders } of claimed)
      if (mustCancelOrders) await deps.onCharge(tx, { userId, seasonId }, amount);
    if (claimed.length > 0) await payDividend(tx, seasonId, due, claimed, appliedAt);
    await storeNotices(
      tx,
      claimed.map((share) => noticeOf(dividend, share)),
      appliedAt,
    );
    return claimed;
  });
  if (!shares) return null;
  log.info({ dividend: nameOf(dividend), perShare, traders: shares.length }, 'a dividend was paid');
  for (const share of shares) {
    bus.publish({ type: 'traded', userId: share.userId });
    bus.publish({ ...noticeOf(dividend, share), isStored: true });
  }
  return shares.length;
}

function noticeOf({ symbol, perShare }: Dividend, { userId, quantity, amount }: DividendShare): Notice {
  const isCharge = quantity < 0n;
  return {
    type: 'notice',
    userId,
    topic: 'split',
    kind: isCharge ? 'error' : 'success',
    title: { key: isCharge ? 'messages:dividendChargedTitle' : 'messages:dividendTitle' },
    message: {
      key: isCharge ? 'messages:dividendCharged' : 'messages:dividend',
      params: {
        symbol,
        perShare: plainDecimal(readDividend(perShare), DIVIDEND_DIGITS),
        quantity: plainDecimal(isCharge ? negate(quantity) : quantity, QUANTITY_DIGITS),
        paid: writeCents(isCharge ? negate(amount) : amount),
      },
    },
  };
}

const nameOf = ({ symbol, date }: Pick<Dividend, 'symbol' | 'date'>) => `${symbol} ${date}`;
