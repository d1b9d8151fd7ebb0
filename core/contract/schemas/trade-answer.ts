/** Builds the answer of POST /api/trade. */
import { MICRO_DIGITS, PRICE_DIGITS, toNumber, writeCents, writeDecimal } from '../../money/money.ts';
import { gainXp, type Progress } from '../../progress/xp.ts';
import type { Decision, Order } from '../../trading/order.ts';
import type { Leg } from '../../trading/position.ts';
import type { TradeAnswer, TradeFill } from './trade.ts';

function fillOf({ action, symbol, quantity, price, cash, closed }: Leg): TradeFill {
  return {
    action,
    symbol,
    quantity: toNumber(quantity, MICRO_DIGITS),
    price: toNumber(price, PRICE_DIGITS),
    cash: writeCents(cash),
    pnl: closed && writeCents(closed.pnl),
    pnlPercent: closed && writeDecimal(closed.pnlPercent, 2),
  };
}

/** What a committed order is answered with. @param before the trader's XP and level until then */
export function answerOf(
  order: Order,
  decision: Decision,
  before: Progress,
  quote: { ageMs: number; source: string },
): TradeAnswer {
  const fills = decision.legs.map(fillOf);
  const own = fills.at(-1)!;
  const closed = decision.legs.findLast((leg) => leg.closed)?.closed;
  const gained = gainXp(before, decision.xp);
  return {
    action: own.action,
    quantity: own.quantity,
    symbol: own.symbol,
    price: own.price,
    cash: writeCents(decision.cash),
    quotedPrice: order.quotedPrice === null ? null : toNumber(order.quotedPrice, PRICE_DIGITS),
    quoteAgeMs: quote.ageMs,
    source: quote.source,
    fills,
    pnl: closed ? writeCents(decision.pnl) : null,
    pnlPercent: closed ? writeDecimal(closed.pnlPercent, 2) : null,
    xpGained: toNumber(decision.xp, 2),
    levelsGained: gained.levels,
    tkfGained: gained.tkf,
  };
}
