import { readCents, readQuantity } from '#core/money/money.ts';
import { add, type Cents, type PriceE4, type XpCents } from '#core/money/units.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { planForcedCover } from '#core/trading/margin.ts';
import { type Decision, decide, type Size, type TradeOrder } from '#core/trading/order.ts';
import { valueAccount } from '#core/trading/portfolio.ts';
import type { Action, Position } from '#core/trading/position.ts';
import { NO_RULES, type Rules, type Terms } from '#core/trading/season-rules.ts';

export const START = readCents('100000.00');

/** An account in memory, which applies decisions as the database does. */
export function desk(start: Cents = START, rules: Rules = NO_RULES) {
  const terms: Terms = { rules, version: 2, startCash: start, now: 0, dayShare: null };
  const open = new Map<string, Position>();
  const prices = new Map<string, PriceE4>();
  let cash = start;
  let realised = 0n;
  let ledger = start;
  let xp: XpCents = 0n;
  let ids = 0n;

  function apply(decision: Decision): Decision {
    for (const fill of decision.fills) {
      ledger = add(ledger, fill.cash);
      realised += fill.closed?.pnl ?? 0n;
      xp = add(xp, fill.closed?.xp ?? 0n);
      if (fill.position.quantity === 0n) open.delete(fill.symbol);
      else open.set(fill.symbol, { ...fill.position, id: fill.position.id ?? ++ids });
    }
    cash = decision.cash;
    return decision;
  }

  return {
    terms,
    open,
    get cash() {
      return cash;
    },
    get ledger() {
      return ledger;
    },
    get realised() {
      return realised;
    },
    get xp() {
      return xp;
    },
    mark(symbol: string, price: PriceE4) {
      prices.set(symbol, price);
    },
    trade(symbol: string, action: Action, size: Size, price: PriceE4, more: Partial<TradeOrder> = {}) {
      prices.set(symbol, price);
      const held = open.get(symbol) ?? null;
      const isOnlyPosition = open.size - (held ? 1 : 0) === 0;
      const order = { symbol, action, size, reverse: false, quotedPrice: null, ...more };
      return apply(decide(order, { cash, isOnlyPosition }, held, price, terms));
    },
    force() {
      const held = [...open.values()].map((position) => ({ position, price: prices.get(position.symbol)! }));
      const plan = planForcedCover(cash, held);
      return plan && apply(plan);
    },
    /** Advances the clock by some minutes. */
    wait(minutes: number) {
      terms.now += minutes * 60_000;
    },
    value: () => valueAccount(cash, [...open.values()], prices),
  };
}

export const shares = (text: string): Size => ({ kind: 'quantity', quantity: readQuantity(text) });
export const dollars = (text: string): Size => ({ kind: 'amount', amount: readCents(text) });
export const all: Size = { kind: 'all' };
export const refusalOf = (run: () => unknown): AppError => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was not refused');
};
