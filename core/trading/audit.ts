/** A trader's account played again from its fills, to check what was written about it. Pure. */
import { writeCents } from '../money/money.ts';
import { add, type Cents, negate, type PriceE4, type QuantityMicros } from '../money/units.ts';
import type { RulesVersion } from '../season/terms.ts';
import { worth } from './pnl.ts';
import { type Action, type CloseReason, closeLeg, type Leg, openLeg, type Position } from './position.ts';
import { earnsXp, isPriceAllowed, NO_RULES, type Rules, roomFor } from './season-rules.ts';

export type AuditFill = {
  symbol: string;
  action: Action;
  quantity: QuantityMicros;
  price: PriceE4;
  /** What the fill did to cash, as it was written. */
  cash: Cents;
  /** Epoch ms. */
  at: number;
  reason: CloseReason;
};

export type Replayed = {
  version: RulesVersion;
  startCash: Cents;
  cash: Cents;
  realised: Cents;
  /** Fills that were orders, and when the last of them was. */
  trades: number;
  lastTradeAt: number | null;
  open: Map<string, { position: Position; openedAt: number }>;
};

/** An account before its first fill. @param version of the season's rules */
export const beginReplay = (cash: Cents, version: RulesVersion): Replayed => ({
  ...{ version, startCash: cash, cash, realised: 0n, trades: 0, lastTradeAt: null, open: new Map() },
});

/** What a fill did, and when the position it belongs to was opened (epoch ms). */
export type Played = Leg & { openedAt: number };

/**
 * Plays one fill. @returns what it did, or what is wrong with it. A bankrupt account's cover may cost less than it
 * should: it takes what is there. @param rules that held when it was filled
 */
export function replayFill(account: Replayed, fill: AuditFill, rules: Rules = NO_RULES): Played | string {
  const before = account.open.get(fill.symbol);
  const held = before?.position ?? null;
  const opens = fill.action === 'buy' || fill.action === 'short';
  const isShort = fill.action === 'short' || fill.action === 'cover';
  if (held && held.isShort !== isShort) return 'is on the other side of the open position';
  if (!opens && (!held || held.quantity < fill.quantity)) return 'closes more than is open';
  const forbidden = opens ? breach(account, fill, held, rules) : null;
  if (forbidden) return forbidden;
  const mayEarnXp =
    fill.reason !== 'season_reset' && held !== null && earnsXp(rules, held.lastIncreasedAt, fill.at);
  const leg = opens
    ? openLeg(held, fill.symbol, isShort, fill.quantity, fill.price, fill.at, fill.reason, account.version)
    : closeLeg(held!, fill.quantity, fill.price, fill.reason, negate(account.cash), mayEarnXp);
  if (leg.cash !== fill.cash)
    return `should move cash by ${writeCents(leg.cash)}, not ${writeCents(fill.cash)}`;
  account.cash = add(account.cash, fill.cash);
  if (account.cash < 0n) return 'leaves cash below zero';
  account.realised = add(account.realised, leg.closed?.pnl ?? 0n);
  if (fill.reason === 'order' || fill.reason === 'reverse') {
    account.trades++;
    account.lastTradeAt = fill.at;
  }
  const openedAt = before?.openedAt ?? fill.at;
  if (leg.position.quantity > 0n) account.open.set(fill.symbol, { position: leg.position, openedAt });
  else account.open.delete(fill.symbol);
  return { ...leg, openedAt };
}

/** Which rule of the season an opening fill breaks. */
function breach(account: Replayed, fill: AuditFill, held: Position | null, rules: Rules): string | null {
  if (!isPriceAllowed(rules, fill.price)) return "is under the season's minimum price";
  const room = roomFor({ rules, startCash: account.startCash }, held?.quantity ?? 0n, fill.price);
  return room !== null && fill.quantity > room ? 'puts more into one symbol than the season allows' : null;
}

/** Cash plus every open position at the given prices, at cost where there is none; never below zero. */
export function replayedEquity(account: Replayed, prices: ReadonlyMap<string, PriceE4>): Cents {
  let equity = account.cash;
  for (const { position: p } of account.open.values()) {
    const price = prices.get(p.symbol);
    equity = add(equity, price === undefined ? p.cost : worth(p, price));
  }
  return equity > 0n ? equity : 0n;
}
