/** A trader's account played again from its fills, to check what was written about it. Pure. */
import { type Cents, type Micro, type Price, writeCents } from './money.ts';
import { worth } from './pnl.ts';
import { type Action, closeLeg, openLeg, type Position } from './position.ts';

export type Fill = {
  symbol: string;
  action: Action;
  quantity: Micro;
  price: Price;
  /** What the fill did to cash, as it was written. */
  cash: Cents;
};

export type Replayed = {
  cash: Cents;
  realised: Cents;
  fills: number;
  open: Map<string, Position>;
};

export const beginReplay = (cash: Cents): Replayed => ({ cash, realised: 0n, fills: 0, open: new Map() });

/**
 * Plays one fill. @returns what is wrong with it, or null. A bankrupt account's cover may cost less than it should:
 * it takes what is there.
 */
export function replayFill(account: Replayed, fill: Fill): string | null {
  const held = account.open.get(fill.symbol) ?? null;
  const opens = fill.action === 'buy' || fill.action === 'short';
  const isShort = fill.action === 'short' || fill.action === 'cover';
  if (held && held.isShort !== isShort) return 'is on the other side of the open position';
  if (!opens && (!held || held.quantity < fill.quantity)) return 'closes more than is open';
  const leg = opens
    ? openLeg(held, fill.symbol, isShort, fill.quantity, fill.price)
    : closeLeg(held!, fill.quantity, fill.price, 'order', -account.cash);
  if (leg.cash !== fill.cash)
    return `should move cash by ${writeCents(leg.cash)}, not ${writeCents(fill.cash)}`;
  account.cash += fill.cash;
  if (account.cash < 0n) return 'leaves cash below zero';
  account.realised += leg.closed?.pnl ?? 0n;
  account.fills++;
  if (leg.position.quantity > 0n) account.open.set(fill.symbol, leg.position);
  else account.open.delete(fill.symbol);
  return null;
}

/** Cash plus every open position at the given prices, at cost where there is none; never below zero. */
export function replayedEquity(account: Replayed, prices: ReadonlyMap<string, Price>): Cents {
  let equity = account.cash;
  for (const p of account.open.values()) {
    const price = prices.get(p.symbol);
    equity += price === undefined ? p.cost : worth(p.isShort, p.cost, p.quantity, price);
  }
  return equity > 0n ? equity : 0n;
}
