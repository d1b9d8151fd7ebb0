/** Symbols that a bought feed has stopped pricing. An admin renames them or settles their positions at a price. */
import { plainDecimal, QUANTITY_DIGITS, readQuantity, writeCents, writePrice } from '#core/money/money.ts';
import type { PriceE4 } from '#core/money/units.ts';
import { fail } from '#core/refusals/refusals.ts';
import { hasSymbolChanges } from '#core/season/terms.ts';
import type { SymbolChange } from '#core/trading/symbol-change.ts';
import type { Sql, Transaction } from '#db/client.ts';
import { awaitPass } from '#db/queries/leaderboard/passes.ts';
import { addTicker, openGames } from '#db/queries/leagues/games.ts';
import { heldSymbols } from '#db/queries/market/prices.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import { lockSeasons, type SeasonRow } from '#db/queries/season/seasons.ts';
import {
  type HeldSymbol,
  heldOf,
  insertSymbolChange,
  lockHolders,
  nextFill,
  renamePositions,
} from '#db/queries/trading/symbol-changes.ts';
import { createCalendar } from '#market/calendar.ts';
import { type Market, type Quote, UnknownSymbolError } from '#market/market.ts';
import { storeNotices } from '../account/notifications.ts';
import type { AdjustedAccount, SymbolAdjustments } from '../orders/change-symbols.ts';
import type { Log } from '../platform/log.ts';
import type { Bus, Notice } from '../realtime/bus.ts';
import { askMarket, knownTicker } from './quotes.ts';

const SESSIONS = createCalendar('us');

type Deps = {
  sql: Sql;
  market: Pick<Market, 'now' | 'quote' | 'quotes' | 'isListed' | 'capabilities'>;
  seasons: { current(): SeasonRow | null };
  bus: Pick<Bus, 'publish'>;
  log: Pick<Log, 'info'>;
  adjustments: () => SymbolAdjustments;
};

type Done = { adjusted: AdjustedAccount[]; notices: Notice[] };

export const createSymbolChanges = (deps: Deps) => ({
  /** Returns the held symbols without a price. @throws UNAVAILABLE; SYMBOL_FIXED where symbols cannot be changed */
  unpriced: (): Promise<HeldSymbol[]> => unpriced(deps),

  /**
   * Renames a symbol of the same company. A trader who holds both symbols keeps the position in the old symbol until an
   * admin settles the position.
   * @returns the number of moved positions
   * @throws SYMBOL_PRICED, SYMBOL_NOT_HELD, SYMBOL_BOTH_HELD when no position would move, UNKNOWN_SYMBOL or
   * STALE_PRICE about the new symbol, NOT_ACTIVE, SYMBOL_FIXED, UNAVAILABLE
   */
  rename: (symbol: string, newSymbol: string, adminId: number): Promise<number> =>
    rename(deps, knownTicker(symbol), knownTicker(newSymbol), adminId),

  /**
   * Closes all positions in a symbol at a price and cancels its orders.
   * @returns the number of closed positions
   * @throws SYMBOL_PRICED, SYMBOL_NOT_HELD, NOT_ACTIVE, SYMBOL_FIXED, UNAVAILABLE
   */
  settle: (symbol: string, price: PriceE4, reason: string, adminId: number): Promise<number> =>
    settle(deps, knownTicker(symbol), { price, reason }, adminId),
});

/**
 * Returns the seasons whose positions may change: practice, running private games, and the running public season.
 * @throws SYMBOL_FIXED on a market without bought prices, and while a season of earlier rules runs
 */
async function changingSeasons({ sql, market, seasons }: Deps): Promise<number[]> {
  const season = seasons.current();
  const isRunning = season?.startedAt && season.endedAt === null;
  const isFixed = isRunning && !hasSymbolChanges(season.rulesVersion, season.terms?.market);
  if (!market.capabilities.provider || isFixed) throw fail('SYMBOL_FIXED');
  return await openGames(sql, isRunning ? season : null);
}

async function unpriced(deps: Deps): Promise<HeldSymbol[]> {
  const { sql, market } = deps;
  const seasonIds = await changingSeasons(deps);
  const held = await Promise.all(seasonIds.map((id) => heldSymbols(sql, id)));
  const symbols = [...new Set(held.flat())];
  const quotes = await askMarket('', () => market.quotes(symbols));
  const missing: string[] = [];
  for (const symbol of symbols) {
    const quote = quotes.get(symbol);
    if (quote && isRecent(market, quote)) continue;
    if (!(await askMarket(symbol, () => hasPrice(market, symbol)))) missing.push(symbol);
  }
  return await heldOf(sql, seasonIds, missing);
}

/**
 * Applies a change to all seasons in one transaction, and notifies the holders after the commit.
 * @param apply changes a season in which somebody holds the symbol @param note writes the audit log
 * @returns the number of notified positions
 */
async function change(
  deps: Deps,
  symbol: string,
  adminId: number,
  { apply, note }: { apply: Apply; note: (tx: Transaction, count: number) => Promise<void> },
): Promise<number> {
  const { sql, market, bus, log, adjustments } = deps;
  const seasonIds = await changingSeasons(deps);
  if (await askMarket(symbol, () => hasPrice(market, symbol)))
    throw fail('SYMBOL_PRICED', { params: { symbol } });
  const { adjusted, notices } = await sql.begin(async (tx) => {
    await lockSeasons(tx);
    // a ranking pass must value all accounts before the change, or all after it
    await awaitPass(tx);
    const done: Done = { adjusted: [], notices: [] };
    if ((await heldOf(tx, seasonIds, [symbol])).length === 0)
      throw fail('SYMBOL_NOT_HELD', { params: { symbol } });
    const changedAt = market.now();
    for (const seasonId of seasonIds) {
      const holders = await lockHolders(tx, seasonId, symbol);
      // a private game may have ended since its season was listed
      if (!holders && seasonId < 0) continue;
      if (!holders) throw fail('NOT_ACTIVE');
      if ((await heldOf(tx, [seasonId], [symbol])).length === 0) continue;
      const changed = await apply(tx, { ...holders, seasonId, at: changedAt });
      done.adjusted.push(...changed.adjusted);
      done.notices.push(...changed.notices);
    }
    await note(tx, done.notices.length);
    await storeNotices(tx, done.notices, new Date(changedAt));
    return done;
  });
  log.info({ symbol, adminId, traders: notices.length }, 'a symbol without a price was changed');
  adjustments().announce(adjusted);
  for (const notice of notices) {
    bus.publish({ type: 'traded', userId: notice.userId });
    bus.publish({ ...notice, isStored: true });
  }
  return notices.length;
}

async function rename(deps: Deps, symbol: string, newSymbol: string, adminId: number): Promise<number> {
  const { market, adjustments } = deps;
  const names = { symbol, newSymbol };
  if (!isRecent(market, await askMarket(newSymbol, () => market.quote(newSymbol))))
    throw fail('STALE_PRICE', { params: { symbol: newSymbol } });
  return await change(deps, symbol, adminId, {
    async apply(tx, { seasonId, userIds, firstFill, at }) {
      const moved = await renamePositions(tx, seasonId, names);
      if (moved.length === 0) return { adjusted: [], notices: [] };
      const adjusted = await adjustments().rename(tx, { userIds, seasonId }, names, at);
      const renamed = { ...names, price: null, lastFill: null, firstFill, at } as const;
      await insertSymbolChange(tx, seasonId, renamed, null, adminId);
      const notices = moved.map(({ userId, quantity }) => renameNotice(userId, quantity, symbol, newSymbol));
      return { adjusted, notices };
    },
    async note(tx, count) {
      if (count === 0) throw fail('SYMBOL_BOTH_HELD', { params: names });
      await addTicker(tx, names, new Date(market.now()));
      const after = { symbol: newSymbol, count };
      await writeAudit(tx, { userId: adminId, action: 'symbol_rename', before: { symbol }, after });
    },
  });
}

async function settle(
  deps: Deps,
  symbol: string,
  { price, reason }: { price: PriceE4; reason: string },
  adminId: number,
): Promise<number> {
  return await change(deps, symbol, adminId, {
    async apply(tx, { seasonId, userIds, firstFill, at }) {
      const adjusted = await deps.adjustments().settle(tx, { userIds, seasonId }, { symbol, price }, at);
      const lastFill = await nextFill(tx);
      const settled: SymbolChange = { symbol, newSymbol: null, price, firstFill, lastFill, at };
      await insertSymbolChange(tx, seasonId, settled, reason, adminId);
      return { adjusted, notices: adjusted.flatMap((each) => settlementNotices(each, reason)) };
    },
    async note(tx, count) {
      const after = { symbol, price: writePrice(price), reason, count };
      await writeAudit(tx, { userId: adminId, action: 'symbol_settlement', after });
    },
  });
}

/** A season with its traders locked. `firstFill`: id of the next fill. `at`: epoch ms. */
type Locked = { seasonId: number; userIds: readonly number[]; firstFill: bigint; at: number };
type Apply = (tx: Transaction, locked: Locked) => Promise<Done>;

/** True for a price of unknown time, and for a price of the last two sessions, the running session included. */
function isRecent(market: Pick<Market, 'now'>, { asOfMs }: Quote): boolean {
  const last = SESSIONS.latest(market.now());
  const since = (last && SESSIONS.previous(last.day)) ?? last;
  return asOfMs === null || !since || asOfMs >= since.openMs;
}

/** True when the feed has a recent price. @throws MarketUnavailableError, also when its list of symbols is missing */
async function hasPrice(
  market: Pick<Market, 'now' | 'quote' | 'isListed'>,
  symbol: string,
): Promise<boolean> {
  try {
    return isRecent(market, await market.quote(symbol));
  } catch (error) {
    if (!(error instanceof UnknownSymbolError)) throw error;
    await market.isListed(symbol);
    return false;
  }
}

function renameNotice(userId: number, quantity: string, symbol: string, newSymbol: string): Notice {
  return {
    type: 'notice',
    userId,
    topic: 'split',
    kind: 'success',
    title: { key: 'messages:renamedTitle' },
    message: {
      key: 'messages:renamed',
      params: { symbol, newSymbol, quantity: plainDecimal(readQuantity(quantity), QUANTITY_DIGITS) },
    },
  };
}

function settlementNotices({ account, draft }: AdjustedAccount, why: string): Notice[] {
  return draft.fills.map(({ symbol, price, quantity, cash }) => ({
    type: 'notice',
    userId: account.userId,
    topic: 'split',
    kind: 'success',
    title: { key: 'messages:settledTitle' },
    message: {
      key: 'messages:settled',
      params: {
        symbol,
        quantity: plainDecimal(quantity, QUANTITY_DIGITS),
        exactPrice: writePrice(price),
        paid: writeCents(cash),
        why,
      },
    },
  }));
}
