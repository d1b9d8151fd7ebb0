/** A position, and the effect of one fill on it. Pure arithmetic: core/trading/order.ts decides whether an order fills. */
import { asEntry, exactWorth, quantityFor } from '../money/money.ts';
import {
  add,
  type BasisPoints,
  type Cents,
  type CostE10,
  type EntryE8,
  larger,
  negate,
  type PriceE4,
  type QuantityMicros,
  subtract,
  type XpCents,
} from '../money/units.ts';
import { foldXp, NO_XP, type XpState, xpOfClose } from '../progress/xp.ts';
import { NEWEST_RULES, type RulesVersion } from '../season/terms.ts';
import { averageEntry, cashToOpen, costAfter, payout, pnlPercent, type Stake } from './pnl.ts';
import { earnsXp, type FillTerms, roomFor, type Terms } from './season-rules.ts';

export const ACTIONS = ['buy', 'sell', 'short', 'cover'] as const;
export type Action = (typeof ACTIONS)[number];

export type Position = Stake & {
  /** null until it is stored. */
  id: bigint | null;
  symbol: string;
  /** All shares ever opened in the position. */
  opened: QuantityMicros;
  xp: XpState;
  /** Time of the last fill that opened or increased the position, epoch ms. */
  lastIncreasedAt: number;
};

export const CLOSE_REASONS = ['order', 'forced_cover', 'season_reset', 'reverse', 'settlement'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** A closed slice: one row of the trader's closed trades. */
export type ClosedSlice = {
  quantity: QuantityMicros;
  entry: EntryE8;
  pnl: Cents;
  pnlPercent: BasisPoints;
  xp: XpCents;
};

/** One fill: the position afterwards, its movement of cash, and the slice it closed, if any. */
export type DecidedFill = {
  action: Action;
  symbol: string;
  quantity: QuantityMicros;
  price: PriceE4;
  cash: Cents;
  position: Position;
  closed: ClosedSlice | null;
  reason: CloseReason;
};

/**
 * Returns the most shares that may be opened at a price: as many as the cash pays and the season allows.
 * @param held open shares on the same side
 */
export function mostToOpen(
  terms: Pick<Terms, 'rules' | 'startCash' | 'version'>,
  held: QuantityMicros,
  cash: Cents,
  price: PriceE4,
): QuantityMicros {
  const affordable = quantityFor(larger(cash, 0n), price);
  const room = roomFor(terms, held, price);
  return room !== null && room < affordable ? room : affordable;
}

/**
 * Returns the cost of an opening fill, in cents and exactly; `exactCost` is null in a season of version 1.
 * @param version of the season, for a new position
 */
export function openingCost(
  held: Position | null,
  quantity: QuantityMicros,
  price: PriceE4,
  version: RulesVersion,
): { cost: Cents; exactCost: CostE10 | null } {
  const isExact = held ? held.exactCost !== null : version > 1;
  const worth = exactWorth(price, quantity);
  return { cost: cashToOpen(worth, isExact ? version : 1), exactCost: isExact ? worth : null };
}

/**
 * Opens or increases a position. The whole value of the new shares, long or short, leaves cash.
 * @param at instant of the fill, epoch ms @param version of the season, for a new position
 */
export function openingFill(
  held: Position | null,
  symbol: string,
  isShort: boolean,
  quantity: QuantityMicros,
  price: PriceE4,
  at: number,
  reason: CloseReason = 'order',
  version: RulesVersion = NEWEST_RULES,
): DecidedFill {
  const { cost, exactCost } = openingCost(held, quantity, price, version);
  const position: Position = held
    ? {
        ...held,
        quantity: add(held.quantity, quantity),
        opened: add(held.opened, quantity),
        entry: averageEntry(held.entry, held.quantity, price, quantity),
        cost: add(held.cost, cost),
        exactCost: held.exactCost === null ? null : add(held.exactCost, exactCost ?? 0n),
        xp: foldXp(held.xp, held.entry, held.opened),
        lastIncreasedAt: at,
      }
    : {
        id: null,
        symbol,
        isShort,
        quantity,
        opened: quantity,
        cost,
        exactCost,
        entry: asEntry(price),
        xp: NO_XP,
        lastIncreasedAt: at,
      };
  const action = isShort ? 'short' : 'buy';
  return { action, symbol, quantity, price, cash: negate(cost), position, closed: null, reason };
}

/**
 * Returns the least that a close may add to cash, so that cash ends at 0 and not below; undefined for no limit. Cash that a dividend
 * took below zero returns to 0 with the account's last position and not before.
 * @param cash before the close @param isLast true when the close leaves no position
 */
export const closingFloor = (cash: Cents, isLast: boolean): Cents | undefined =>
  cash >= 0n || isLast ? negate(cash) : undefined;

/**
 * Reduces or closes a position. @param quantity 0 < quantity <= held.quantity
 * @param floor the lowest movement of cash (`closingFloor`)
 * @param terms of the season; without them the close earns XP
 */
export function closingFill(
  held: Position,
  quantity: QuantityMicros,
  price: PriceE4,
  reason: CloseReason = 'order',
  floor?: Cents,
  terms?: FillTerms,
): DecidedFill {
  const { symbol, isShort, entry, opened } = held;
  const rest = costAfter(held, quantity);
  const due = payout(held, quantity, price);
  const cash = floor !== undefined && due < floor ? floor : due;
  const mayEarnXp = terms === undefined || earnsXp(terms, held.lastIncreasedAt, terms.now);
  const { state, xp } =
    mayEarnXp && reason !== 'season_reset'
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
      ...rest,
      xp: state,
    },
    closed: {
      quantity,
      entry,
      pnl: subtract(cash, subtract(held.cost, rest.cost)),
      pnlPercent: pnlPercent(isShort, entry, price),
      xp,
    },
    reason,
  };
}
