/** Builds the answer of POST /api/trade. */
import {
  PRICE_DIGITS,
  QUANTITY_DIGITS,
  toNumber,
  writeCents,
  writePercent,
  XP_DIGITS,
} from '../../money/money.ts';
import { gainXp, type Progress } from '../../progress/xp.ts';
import type { Decision, TradeOrder } from '../../trading/order.ts';
import type { Leg } from '../../trading/position.ts';
import type { TradeAnswer, TradeFill } from './trade.ts';

function fillOf({ action, symbol, quantity, price, cash, closed }: Leg): TradeFill {
  return {
    action,
    symbol,
    quantity: toNumber(quantity, QUANTITY_DIGITS),
    price: toNumber(price, PRICE_DIGITS),
    cash: writeCents(cash),
    pnl: closed && writeCents(closed.pnl),
    pnlPercent: closed && writePercent(closed.pnlPercent),
  };
}

/** What a committed order is answered with. @param before the trader's XP and level until then */
export function answerOf(
  order: TradeOrder,
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
    pnlPercent: closed ? writePercent(closed.pnlPercent) : null,
    xpGained: toNumber(decision.xp, XP_DIGITS),
    levelsGained: gained.levels,
    tkfGained: gained.tkf,
  };
}
