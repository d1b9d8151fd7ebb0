/** Covers shorts by force: reads, decides and commits; starts again when another process changed the account first. */
import { asPrice, readPrice } from '#core/money/money.ts';
import { followForcedCover } from '#core/orders/follow.ts';
import type { Game } from '#core/season/game.ts';
import { FORCE_PERCENT, type MarkedPosition, planForcedCover } from '#core/trading/margin.ts';
import type { DecidedFill, Position } from '#core/trading/position.ts';
import { readHoldings } from '#db/queries/trading/portfolio.ts';
import { rowOf } from '../account/notifications.ts';
import { isFresh, quoteOf, type TimedQuote } from '../market/quotes.ts';
import { ATTEMPTS } from '../orders/order-commits.ts';
import type { Notice } from '../realtime/bus.ts';
import type { CommitDecision, TradingDeps } from './commit-trade.ts';
import { valuationPrices } from './portfolio.ts';

type Deps = TradingDeps & { commit: CommitDecision };

/**
 * Creates a function that closes shares at fresh prices until a user's margin in a game suffices. It covers shorts, and
 * sells longs where cash does not pay for a cover. It returns true when it closed any shares.
 */
export function createForcedCover({
  sql,
  market,
  clock,
  settings,
  bus,
  priceCheck,
  commit,
  settlement,
}: Deps) {
  /** Returns the quotes that a cover may fill at. */
  async function usableQuotes(symbols: readonly string[]): Promise<Map<string, TimedQuote>> {
    const many = await market.quotes(symbols);
    const freshByTicker = new Map<string, TimedQuote>();
    for (const symbol of symbols) {
      const marked = many.get(symbol);
      // a provider may omit the times in a batch of prices, but sends the time with a single price
      const quote = marked?.asOfMs === null ? await quoteOf(market, symbol).catch(() => null) : marked;
      if (quote && isFresh(market, quote, settings.quoteMaxAgeMs)) freshByTicker.set(symbol, quote);
    }
    const sound = await priceCheck.sound(sql, freshByTicker);
    return new Map([...freshByTicker].filter(([symbol]) => sound.has(symbol)));
  }

  /**
   * Returns each position with its price. A position without a usable quote gets the last price, or else its entry
   * price, and `isFixed`: it cannot be filled.
   */
  async function markedBy(
    quotes: ReadonlyMap<string, TimedQuote>,
    positions: readonly Position[],
  ): Promise<MarkedPosition[]> {
    const others = positions.map(({ symbol }) => symbol).filter((symbol) => !quotes.has(symbol));
    const prices = await valuationPrices(sql, market, others);
    return positions.map((position) => {
      const quote = quotes.get(position.symbol);
      return quote
        ? { position, price: readPrice(quote.price) }
        : { position, price: prices.get(position.symbol) ?? asPrice(position.entry), isFixed: true };
    });
  }

  return async function coverOne(userId: number, game: Game): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (!market.session().open) return false;
      const previous = await readHoldings(sql, userId, game);
      if (previous?.status !== 'active') return false;
      if (previous.cash >= 0n && !previous.open.some((h) => h.position.isShort)) return false;
      // reads quotes before it settles orders, so that no fill is dated earlier than its price
      const quotes = await usableQuotes(previous.open.map((h) => h.position.symbol));
      const working = (await settlement?.waiting(sql, userId, previous.liveOrders, game)) ?? null;
      const holdings = working ? await readHoldings(sql, userId, game) : previous;
      if (!holdings || (working && working.version !== holdings.version)) continue;
      const positions = holdings.open.map(({ position }) => position);
      const held = await markedBy(quotes, positions);
      const now = working?.siteAt ?? clock.now();
      const plan = planForcedCover(holdings.cash, held, { ...holdings, version: holdings.rulesVersion, now });
      if (!plan) return false;
      const draft = working && followForcedCover(working.book, plan.fills, working.at);
      const writes = settlement?.writesOf(userId, draft, now) ?? { orders: null };
      const notice = noticeOf({ userId, game }, plan.fills, holdings.cash < 0n);
      const coveredAt = new Date(now);
      const lastFill = await commit(holdings, plan, quotes, {
        userId,
        version: holdings.version,
        anyStatus: false,
        isOrder: false,
        at: coveredAt,
        quotedPrice: null,
        markId: null,
        orders: writes.orders,
        notifications: [rowOf(notice, coveredAt), ...(writes.notifications ?? [])],
        idempotency: null,
      });
      if (lastFill === null) continue;
      bus.publish({ type: 'traded', userId });
      bus.publish({ ...notice, isStored: true });
      if (draft) settlement?.tell(userId, draft);
      return true;
    }
    return false;
  };
}

const coveredTitle = (game: Game, title: 'messages:coveredTitle' | 'messages:coveredDebtTitle') =>
  game === 'season'
    ? title
    : game === 'practice'
      ? 'messages:practiceCoveredTitle'
      : 'messages:privateCoveredTitle';

/** @param isDebt true when a dividend took cash below zero */
function noticeOf(
  { userId, game }: { userId: number; game: Game },
  fills: readonly DecidedFill[],
  isDebt: boolean,
): Notice {
  const title = isDebt ? 'messages:coveredDebtTitle' : 'messages:coveredTitle';
  const closed = isDebt ? fills : fills.filter((fill) => fill.action === 'cover');
  const symbols = [...new Set(closed.map((fill) => fill.symbol))];
  return {
    type: 'notice',
    userId,
    topic: 'cover',
    kind: 'error',
    title: { key: coveredTitle(game, title) },
    message: isDebt
      ? { key: 'messages:coveredDebt', params: { symbols } }
      : { key: 'messages:covered', params: { symbols, percent: Number(FORCE_PERCENT) } },
  };
}
