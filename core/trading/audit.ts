/** Replays a trader's account from its fills, to check its record. Pure. */
import { writeCents } from '../money/money.ts';
import { add, type Cents, negate, type PriceE4, type QuantityMicros } from '../money/units.ts';
import type { RulesVersion } from '../season/terms.ts';
import { worth } from './pnl.ts';
import {
  type Action,
  type CloseReason,
  closingFill,
  type DecidedFill,
  openingFill,
  type Position,
} from './position.ts';
import { earnsXp, isPriceAllowed, NO_RULES, type Rules, roomFor } from './season-rules.ts';

export type AuditFill = {
  symbol: string;
  action: Action;
  quantity: QuantityMicros;
  price: PriceE4;
  /** The recorded movement of cash. */
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
  /** Fills of orders, and the instant of the last one, epoch ms. */
  trades: number;
  lastTradeAt: number | null;
  open: Map<string, { position: Position; openedAt: number }>;
};

/** Returns an account before its first fill. @param version of the season's rules */
export const beginReplay = (cash: Cents, version: RulesVersion): Replayed => ({
  version,
  startCash: cash,
  cash,
  realised: 0n,
  trades: 0,
  lastTradeAt: null,
  open: new Map(),
});

/** A replayed fill, and the instant its position was opened, epoch ms. */
export type Played = DecidedFill & { openedAt: number };

/**
 * Replays one fill, which changes `account`. The cover of a bankrupt account takes no more than its cash.
 * @param rules in force at the fill @returns the fill, or a sentence about its fault
 */
export function replayFill(account: Replayed, fill: AuditFill, rules: Rules = NO_RULES): Played | string {
  const entry = account.open.get(fill.symbol);
  const held = entry?.position ?? null;
  const opens = fill.action === 'buy' || fill.action === 'short';
  const isShort = fill.action === 'short' || fill.action === 'cover';
  if (held && held.isShort !== isShort) return 'is on the other side of the open position';
  if (!opens && (!held || held.quantity < fill.quantity)) return 'closes more than is open';
  const violation = opens ? violationOf(account, fill, held, rules) : null;
  if (violation) return violation;
  const mayEarnXp =
    fill.reason !== 'season_reset' && held !== null && earnsXp(rules, held.lastIncreasedAt, fill.at);
  const replayed = opens
    ? openingFill(
        held,
        fill.symbol,
        isShort,
        fill.quantity,
        fill.price,
        fill.at,
        fill.reason,
        account.version,
      )
    : closingFill(held!, fill.quantity, fill.price, fill.reason, negate(account.cash), mayEarnXp);
  if (replayed.cash !== fill.cash)
    return `should move cash by ${writeCents(replayed.cash)}, not ${writeCents(fill.cash)}`;
  account.cash = add(account.cash, fill.cash);
  if (account.cash < 0n) return 'leaves cash below zero';
  account.realised = add(account.realised, replayed.closed?.pnl ?? 0n);
  if (fill.reason === 'order' || fill.reason === 'reverse') {
    account.trades++;
    account.lastTradeAt = fill.at;
  }
  const openedAt = entry?.openedAt ?? fill.at;
  if (replayed.position.quantity > 0n)
    account.open.set(fill.symbol, { position: replayed.position, openedAt });
  else account.open.delete(fill.symbol);
  return { ...replayed, openedAt };
}

/** Returns a sentence about the season's rule that an opening fill violates; null for none. */
function violationOf(account: Replayed, fill: AuditFill, held: Position | null, rules: Rules): string | null {
  if (!isPriceAllowed(rules, fill.price)) return "is under the season's minimum price";
  const room = roomFor({ rules, startCash: account.startCash }, held?.quantity ?? 0n, fill.price);
  return room !== null && fill.quantity > room ? 'puts more into one symbol than the season allows' : null;
}

/** Returns cash plus every open position at the given prices (at cost without one) in cents, never below zero. */
export function replayedEquity(account: Replayed, prices: ReadonlyMap<string, PriceE4>): Cents {
  let equity = account.cash;
  for (const { position: p } of account.open.values()) {
    const price = prices.get(p.symbol);
    equity = add(equity, price === undefined ? p.cost : worth(p, price));
  }
  return equity > 0n ? equity : 0n;
}
