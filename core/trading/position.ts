/** A position and what one fill does to it. Pure arithmetic: whether an order may fill is core/trading/order.ts. */
import { asEntry, notional } from '../money/money.ts';
import {
  add,
  type BasisPoints,
  type Cents,
  type EntryE8,
  negate,
  type PriceE4,
  type QuantityMicros,
  subtract,
  type XpCents,
} from '../money/units.ts';
import { foldXp, NO_XP, type XpState, xpOfClose } from '../progress/xp.ts';
import { averageEntry, costShare, pnlPercent, worth } from './pnl.ts';

export const ACTIONS = ['buy', 'sell', 'short', 'cover'] as const;
export type Action = (typeof ACTIONS)[number];

export type Position = {
  /** null until it is stored. */
  id: bigint | null;
  symbol: string;
  isShort: boolean;
  /** Open now; 0 ends the position. */
  quantity: QuantityMicros;
  /** Everything ever opened in it. */
  opened: QuantityMicros;
  /** Weighted average; reducing never changes it. */
  entry: EntryE8;
  /** What the open quantity took from cash, exactly: the base of every P&L. */
  cost: Cents;
  xp: XpState;
  /** When it was opened or last increased, epoch ms. */
  lastIncreasedAt: number;
};

export const CLOSE_REASONS = ['order', 'forced_cover', 'season_reset', 'reverse'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** A closed slice: one row of the trader's closed trades. */
export type ClosedSlice = {
  quantity: QuantityMicros;
  entry: EntryE8;
  pnl: Cents;
  pnlPercent: BasisPoints;
  xp: XpCents;
};

/** One execution: the position after it, what it does to cash, and the slice it closed, if any. */
export type Leg = {
  action: Action;
  symbol: string;
  quantity: QuantityMicros;
  price: PriceE4;
  cash: Cents;
  position: Position;
  closed: ClosedSlice | null;
  reason: CloseReason;
};

/** Opens or increases. The whole value, long or short, is taken from cash. @param at of the fill, epoch ms */
export function openLeg(
  held: Position | null,
  symbol: string,
  isShort: boolean,
  quantity: QuantityMicros,
  price: PriceE4,
  at: number,
  reason: CloseReason = 'order',
): Leg {
  const cost = notional(price, quantity);
  const position: Position = held
    ? {
        ...held,
        quantity: add(held.quantity, quantity),
        opened: add(held.opened, quantity),
        entry: averageEntry(held.entry, held.quantity, price, quantity),
        cost: add(held.cost, cost),
        xp: foldXp(held.xp, held.entry, held.opened),
        lastIncreasedAt: at,
      }
    : {
        ...{ id: null, symbol, isShort, quantity, opened: quantity, cost },
        ...{ entry: asEntry(price), xp: NO_XP, lastIncreasedAt: at },
      };
  const action = isShort ? 'short' : 'buy';
  return { action, symbol, quantity, price, cash: negate(cost), position, closed: null, reason };
}

/** Cash a close brings: proceeds of a long; of a short its collateral plus P&L, which can be negative. */
export function closeCash(held: Position, quantity: QuantityMicros, price: PriceE4): Cents {
  return worth(held.isShort, held.entry, quantity, price);
}

/**
 * Reduces or closes. @param quantity 0 < quantity <= held.quantity
 * @param floor what the cash movement may not go below (minus the cash at hand): a bankrupt account ends at 0
 * @param mayEarnXp whether the season's rules let this close earn XP (core/trading/season-rules.ts `earnsXp`)
 */
export function closeLeg(
  held: Position,
  quantity: QuantityMicros,
  price: PriceE4,
  reason: CloseReason = 'order',
  floor?: Cents,
  mayEarnXp = true,
): Leg {
  const { symbol, isShort, entry, opened } = held;
  const share = costShare(held.cost, quantity, held.quantity);
  const due = closeCash(held, quantity, price);
  const cash = floor !== undefined && due < floor ? floor : due;
  const { state, xp } = mayEarnXp
    ? xpOfClose(held.xp, { isShort, entry, opened, quantity, price })
    : { state: held.xp, xp: 0n as const };
  return {
    action: isShort ? 'cover' : 'sell',
    symbol,
    quantity,
    price,
    cash,
    position: {
      ...held,
      quantity: subtract(held.quantity, quantity),
      cost: subtract(held.cost, share),
      xp: state,
    },
    closed: {
      quantity,
      entry,
      pnl: subtract(cash, share),
      pnlPercent: pnlPercent(isShort, entry, price),
      xp,
    },
    reason,
  };
}
