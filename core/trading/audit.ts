/** Replays a trader's account from its fills, to check its record. Pure. */
import { writeCents, writePrice, writeQuantity } from '../money/money.ts';
import { add, type Cents, type PriceE4, type QuantityMicros } from '../money/units.ts';
import type { RulesVersion } from '../season/terms.ts';
import { type DayShares, dayKey, dayShareOf, roomInVolume } from './day-volume.ts';
import { worth } from './pnl.ts';
import {
  type Action,
  type CloseReason,
  closingFill,
  closingFloor,
  type DecidedFill,
  openingFill,
  type Position,
} from './position.ts';
import { isPriceAllowed, isTickerAllowed, NO_RULES, type Rules, roomFor } from './season-rules.ts';

const DAY_MS = 86_400_000;
/** The most that the clocks of two processes may differ, ms. */
export const CLOCKS_MS = 30_000;
const dayOf = ({ at }: Pick<AuditFill, 'at'>): number => Math.floor(at / DAY_MS);

export type AuditFill = {
  symbol: string;
  action: Action;
  quantity: QuantityMicros;
  price: PriceE4;
  /** The recorded movement of cash. */
  cash: Cents;
  /** Epoch ms. */
  at: number;
  /** When its price was made, epoch ms of the market's clock; as `at` if absent. */
  pricedAt?: number;
  reason: CloseReason;
  /** True for a trade by hand. The fill of a working order may exceed the game's limit of trades a day. */
  isByHand?: boolean;
};

export type Replayed = {
  version: RulesVersion;
  /** The season's id, which says whether closes earn XP; absent: a public season. */
  seasonId?: number;
  startCash: Cents;
  cash: Cents;
  realised: Cents;
  /** The number of fills of orders. */
  trades: number;
  /** When the newest fill of an order was, epoch ms; null without a fill. */
  lastTradeAt: number | null;
  /** Number of fills of orders by day (days since 1970, UTC). */
  tradeDays: Map<number, number>;
  open: Map<string, { position: Position; openedAt: number }>;
  /** Volumes, and the shares traded so far, by symbol and day (`dayKey`). */
  day: { volumes: DayShares['volumes']; traded: Map<string, QuantityMicros> };
};

/**
 * Returns an account before its first fill.
 * @param version of the season's rules
 * @param volumes by `dayKey`, in a season that limits a trader's share of them
 */
export const beginReplay = (
  cash: Cents,
  version: RulesVersion,
  volumes: DayShares['volumes'] = new Map(),
): Replayed => ({
  version,
  startCash: cash,
  cash,
  realised: 0n,
  trades: 0,
  lastTradeAt: null,
  tradeDays: new Map(),
  open: new Map(),
  day: { volumes, traded: new Map() },
});

/** A replayed fill. `openedAt`: when its position was opened, epoch ms. */
export type Played = DecidedFill & { openedAt: number };

/**
 * A fault of a fill. `is`, `should`: two values for a table. `sentence`: the rest of a sentence that begins with the
 * fill's name.
 */
export type FillFault = {
  what:
    | 'side'
    | 'longOnly'
    | 'minPrice'
    | 'maxShare'
    | 'maxVolume'
    | 'tickers'
    | 'dayTrades'
    | 'cash'
    | 'debt';
  is: string;
  should: string;
  sentence: string;
};

/**
 * Replays one fill on `account`, which it changes. The cover of a bankrupt account takes no more than its cash.
 * @param rules in force at the fill @returns the fill, or a sentence about its first fault
 */
export function replayFill(account: Replayed, fill: AuditFill, rules: Rules = NO_RULES): Played | string {
  let first: string | null = null;
  const replayed = replayOn(account, fill, rules, ({ sentence }) => {
    first ??= sentence;
  });
  return first ?? replayed!;
}

/**
 * Like `replayFill`, but passes every fault to `tell` and goes on with the cash that the fill should have moved.
 * @returns null for a fill that fits no position and changes nothing
 */
export function replayOn(
  account: Replayed,
  fill: AuditFill,
  rules: Rules,
  tell: (fault: FillFault) => void,
): Played | null {
  const entry = account.open.get(fill.symbol);
  const held = entry?.position ?? null;
  const isOpening = fill.action === 'buy' || fill.action === 'short';
  const isShort = fill.action === 'short' || fill.action === 'cover';
  const misfit =
    held && held.isShort !== isShort
      ? 'is on the other side of the open position'
      : !isOpening && (!held || held.quantity < fill.quantity)
        ? 'closes more than is open'
        : fill.quantity <= 0n
          ? 'is of no shares'
          : null;
  if (misfit) {
    const should = held ? writeQuantity(held.quantity) : '0';
    tell({
      what: 'side',
      is: `${fill.action} ${writeQuantity(fill.quantity)}`,
      should,
      sentence: misfit,
    });
    return null;
  }
  if (isShort && isOpening && rules.longOnly)
    tell({
      what: 'longOnly',
      is: fill.action,
      should: 'buy',
      sentence: 'is short in a season without short selling',
    });
  if (isOpening) tellViolations(account, fill, held, rules, tell);
  if (isOpening && fill.isByHand) tellFullDay(account, fill, rules, tell);
  if (rules.maxVolume !== null) countShares(account, fill, isOpening ? rules.maxVolume : null, tell);
  const cashBefore = account.cash;
  const isLast = account.open.size === 1 && held?.quantity === fill.quantity;
  const { version, seasonId } = account;
  const replayed = isOpening
    ? openingFill(held, fill.symbol, isShort, fill.quantity, fill.price, fill.at, fill.reason, version)
    : closingFill(held!, fill.quantity, fill.price, fill.reason, closingFloor(cashBefore, isLast), {
        rules,
        version,
        seasonId,
        now: fill.at,
      });
  if (replayed.cash !== fill.cash) {
    const [is, should] = [writeCents(fill.cash), writeCents(replayed.cash)];
    tell({ what: 'cash', is, should, sentence: `should move cash by ${should}, not ${is}` });
  }
  account.cash = add(account.cash, replayed.cash);
  // a dividend may have taken cash below zero, and a close may leave it there
  if (account.cash < 0n && (isOpening || cashBefore >= 0n))
    tell({
      what: 'debt',
      is: writeCents(account.cash),
      should: '0.00',
      sentence: 'leaves cash below zero',
    });
  account.realised = add(account.realised, replayed.closed?.pnl ?? 0n);
  if (fill.reason === 'order' || fill.reason === 'reverse') {
    account.trades++;
    account.lastTradeAt = fill.at;
    const day = dayOf(fill);
    account.tradeDays.set(day, (account.tradeDays.get(day) ?? 0) + 1);
  }
  const openedAt = entry?.openedAt ?? fill.at;
  if (replayed.position.quantity > 0n)
    account.open.set(fill.symbol, { position: replayed.position, openedAt });
  else account.open.delete(fill.symbol);
  return { ...replayed, openedAt };
}

function tellViolations(
  account: Replayed,
  { price, quantity, symbol }: AuditFill,
  held: Position | null,
  rules: Rules,
  tell: (fault: FillFault) => void,
): void {
  if (!isTickerAllowed(rules, symbol))
    tell({ what: 'tickers', is: symbol, should: '', sentence: 'is of a ticker that the game does not have' });
  if (!isPriceAllowed(rules, price))
    tell({
      what: 'minPrice',
      is: writePrice(price),
      should: writeCents(rules.minPrice),
      sentence: "is under the season's minimum price",
    });
  const room = roomFor({ rules, startCash: account.startCash }, held?.quantity ?? 0n, price);
  if (room !== null && quantity > room)
    tell({
      what: 'maxShare',
      is: writeQuantity(quantity),
      should: writeQuantity(room),
      sentence: 'puts more into one symbol than the season allows',
    });
}

/** Reports a fill beyond the game's limit of trades per account and day. */
function tellFullDay(
  { tradeDays }: Pick<Replayed, 'tradeDays'>,
  fill: AuditFill,
  { dayTrades }: Rules,
  tell: (fault: FillFault) => void,
): void {
  const trades = tradeDays.get(dayOf(fill)) ?? 0;
  // another process may have counted the fill towards the next day
  const isNearMidnight = dayOf({ at: fill.at + CLOCKS_MS }) > dayOf(fill);
  if (dayTrades === null || trades < dayTrades || isNearMidnight) return;
  tell({
    what: 'dayTrades',
    is: `${trades + 1}`,
    should: `${dayTrades}`,
    sentence: 'is one more trade than the game allows on a day',
  });
}

/** Adds a fill to the shares of its day. @param percent the most of the day's volume, for an opening fill; null for a close */
function countShares(
  { day }: Pick<Replayed, 'day'>,
  { symbol, quantity, at, pricedAt = at }: AuditFill,
  percent: number | null,
  tell: (fault: FillFault) => void,
): void {
  const key = dayKey(symbol, pricedAt);
  const dayShare = dayShareOf(day, key);
  day.traded.set(key, add(dayShare.traded, quantity));
  const room = percent === null ? quantity : roomInVolume(percent, dayShare);
  if (quantity > room)
    tell({
      what: 'maxVolume',
      is: writeQuantity(quantity),
      should: writeQuantity(room),
      sentence: "takes more of the day's volume than the season allows",
    });
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
