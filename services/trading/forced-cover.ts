/** Shorts closed by force: read, decide, commit, anew for as long as somebody else was faster. */
import { readPrice } from '#core/money/money.ts';
import { followForcedCover } from '#core/orders/follow.ts';
import { FORCE_PERCENT, type MarkedPosition, planForcedCover } from '#core/trading/margin.ts';
import type { Leg } from '#core/trading/position.ts';
import { earnsXp } from '#core/trading/season-rules.ts';
import { readHoldings } from '#db/queries/trading/portfolio.ts';
import { isFresh, quoteOf, type TimedQuote } from '../market/quotes.ts';
import { ordersOf } from '../orders/writes.ts';
import type { Notice } from '../realtime/bus.ts';
import { ATTEMPTS, type CommitDecision, type TradingDeps } from './commit.ts';

type Deps = TradingDeps & { commit: CommitDecision };

/** @returns covers what an account's margin asks for, at fresh prices, and says whether something was covered */
export function createForcedCover({ sql, market, clock, settings, bus, priceCheck, commit, desk }: Deps) {
  /** Fresh quotes of all the symbols; null when there is one that nobody may be closed out at. */
  async function freshQuotes(symbols: readonly string[]): Promise<Map<string, TimedQuote> | null> {
    const many = await market.quotes(symbols);
    const found = new Map<string, TimedQuote>();
    for (const symbol of symbols) {
      const marked = many.get(symbol);
      // a provider may leave the time out of many prices, but not out of a single one
      const quote = marked?.asOfMs === null ? await quoteOf(market, symbol).catch(() => null) : marked;
      if (!quote || !isFresh(market, quote, settings.quoteMaxAgeMs)) return null;
      found.set(symbol, quote);
    }
    return found;
  }

  return async function coverOne(userId: number): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (!market.session().open) return false;
      const before = await readHoldings(sql, userId);
      const own = (await desk?.waiting(sql, userId, before?.liveOrders ?? 0)) ?? null;
      const holdings = own ? await readHoldings(sql, userId) : before;
      if (own && own.version !== holdings?.version) continue;
      if (holdings?.status !== 'active' || !holdings.open.some((h) => h.position.isShort)) return false;
      const quotes = await freshQuotes(holdings.open.map((h) => h.position.symbol));
      if (!quotes || (await priceCheck.sound(sql, quotes)).size < quotes.size) return false;
      const held: MarkedPosition[] = holdings.open.map(({ position }) => ({
        ...{ position, price: readPrice(quotes.get(position.symbol)!.price) },
      }));
      const now = own?.siteAt ?? clock.now();
      const plan = planForcedCover(holdings.cash, held, (p) =>
        earnsXp(holdings.rules, p.lastIncreasedAt, now),
      );
      if (!plan) return false;
      const draft = own && followForcedCover(own.book, plan.legs, own.at);
      const done = await commit(holdings, plan, quotes, {
        userId,
        version: holdings.version,
        anyStatus: false,
        isOrder: false,
        at: new Date(now),
        quotedPrice: null,
        markId: null,
        orders: draft && ordersOf(draft),
        idempotency: null,
      });
      if (!done) continue;
      bus.publish({ type: 'traded', userId });
      bus.publish({ type: 'notice', userId, kind: 'error', ...noticeOf(plan.legs) });
      if (draft) desk?.tell(userId, draft);
      return true;
    }
    return false;
  };
}

/** What the trader reads about a forced cover. */
function noticeOf(legs: readonly Leg[]): Pick<Notice, 'title' | 'message'> {
  const symbols = [...new Set(legs.filter((leg) => leg.action === 'cover').map((leg) => leg.symbol))];
  return {
    title: { key: 'messages:coveredTitle' },
    message: { key: 'messages:covered', params: { symbols, percent: Number(FORCE_PERCENT) } },
  };
}
