/** A trader's account: read from the database, valued at the newest prices or, after a season, at its last prices. */
import type { SessionUser } from '#core/account/visitor.ts';
import { entryText, openRow, type TradeRow } from '#core/contract/positions.ts';
import { readEntry, readPrice } from '#core/money/money.ts';
import type { PriceE4 } from '#core/money/units.ts';
import { fail } from '#core/refusals/refusals.ts';
import { type Game, seasonIdOfGame } from '#core/season/game.ts';
import { type Valuation, valueAccount } from '#core/trading/portfolio.ts';
import type { Queryable, Sql } from '#db/client.ts';
import { findUser } from '#db/queries/account/users.ts';
import { type Holdings, readHoldings } from '#db/queries/trading/portfolio.ts';
import { type ClosedTrade, closedTrades, type TradeSeasons } from '#db/queries/trading/trades.ts';
import type { Market } from '#market/market.ts';
import { slicesSeenBy } from '../account/privacy.ts';
import { jumpedPrices } from '../market/price-check.ts';
import { quotesNow } from '../market/quotes.ts';
import type { Seasons } from '../season/seasons.ts';

/** `open[i]` and `items[i]` are the same position. */
export type AccountView = Holdings & Valuation;

type PricedMarket = Pick<Market, 'quotes' | 'capabilities' | 'now'>;

/** Returns the newest price of each symbol; after an unexplained jump the last good price. Omits unpriced symbols. */
export async function valuationPrices(
  sql: Queryable,
  market: PricedMarket,
  symbols: readonly string[],
): Promise<Map<string, PriceE4>> {
  const quotes = await quotesNow(market, symbols);
  const jumped = await jumpedPrices(sql, market, quotes);
  return new Map([...quotes].map(([symbol, q]) => [symbol, jumped.get(symbol) ?? readPrice(q.price)]));
}

/**
 * Reads and values an account, at the frozen price marks once the season has ended.
 * @returns null when the user has no account in the game
 */
export const viewAccount = async (
  deps: { sql: Sql; market: PricedMarket },
  userId: number,
  game: Game = 'season',
): Promise<AccountView | null> => valueHoldings(deps, await readHoldings(deps.sql, userId, game));

export async function valueHoldings(
  { sql, market }: { sql: Sql; market: PricedMarket },
  holdings: Holdings | null,
): Promise<AccountView | null> {
  if (!holdings) return null;
  const { cash, open } = holdings;
  const positions = open.map(({ position }) => position);
  return { ...holdings, ...valueAccount(cash, positions, await pricesOf({ sql, market }, open)) };
}

/** Returns the prices at which open positions are valued: the frozen price marks, and the newest prices of the others. */
export async function pricesOf(
  { sql, market }: { sql: Queryable; market: PricedMarket },
  open: Holdings['open'],
): Promise<Map<string, PriceE4>> {
  const live = open.filter(({ mark }) => mark === null).map(({ position }) => position.symbol);
  const prices = await valuationPrices(sql, market, [...new Set(live)]);
  for (const { position, mark } of open) if (mark !== null) prices.set(position.symbol, mark);
  return prices;
}

const MAX_CLOSED = 1000;

/**
 * Returns open positions, if `seasons` has the newest season, then up to MAX_CLOSED closed slices, each newest first.
 * `hidden`: the rules hide the trader's open positions from `viewer`, and the closed slices of these positions.
 * @param seasons default: the newest season @throws AppError UNKNOWN_TRADER
 */
export async function tradesSeenBy(
  viewer: Pick<SessionUser, 'id' | 'isAdmin'>,
  deps: { sql: Sql; market: PricedMarket; seasons: Pick<Seasons, 'hidesOpen' | 'frozenSince'> },
  userId: number,
  seasons?: TradeSeasons,
): Promise<{ rows: TradeRow[]; hidden: boolean }> {
  const view = await viewAccount(deps, userId);
  if (!view && !(await findUser(deps.sql, userId))) throw fail('UNKNOWN_TRADER');
  const meant = seasons ?? view?.seasonId ?? 0;
  const open = view && (meant === 'all' || meant === view.seasonId) ? view : null;
  const slices = slicesSeenBy(deps.seasons, viewer, userId);
  const hidden = view !== null && slices !== 'all';
  const closed = await closedTrades(deps.sql, userId, meant, MAX_CLOSED, { slices });
  return {
    rows: [...(open && !hidden ? openRows(open) : []), ...closed.map(closedRow)],
    hidden: open !== null && hidden,
  };
}

/**
 * Returns a trader's trades in practice or a private game: open positions, then up to MAX_CLOSED closed slices, each
 * newest first.
 */
export async function gameTrades(
  deps: { sql: Sql; market: PricedMarket },
  userId: number,
  game: Exclude<Game, 'season'>,
): Promise<TradeRow[]> {
  const view = await viewAccount(deps, userId, game);
  const closed = await closedTrades(deps.sql, userId, seasonIdOfGame(game), MAX_CLOSED);
  return [...(view ? openRows(view) : []), ...closed.map(closedRow)];
}

export function openRows(view: AccountView): TradeRow[] {
  const rows = view.items.map((item, n) => {
    const { position, openedAt } = view.open[n]!;
    return openRow(item, position.id!, openedAt);
  });
  return rows.reverse();
}

export function closedRow(trade: ClosedTrade): TradeRow {
  return {
    position_id: String(trade.position_id),
    symbol: trade.symbol,
    is_short: trade.is_short,
    buy_price: entryText(readEntry(trade.entry_price)),
    buy_quantity: trade.quantity,
    sell_price: trade.exit_price,
    sell_quantity: trade.quantity,
    current_price: null,
    open_position_timestamp: trade.opened_at.toISOString(),
    close_position_timestamp: trade.closed_at.toISOString(),
    pnl: trade.pnl,
    pnl_percent: trade.pnl_percent,
    xp: trade.xp,
    close_reason: trade.close_reason,
  };
}
