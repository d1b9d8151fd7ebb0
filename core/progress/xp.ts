/** Experience points and levels. XP is counted in hundredths. */
import { asEntry } from '../money/money.ts';
import {
  add,
  divRound,
  type EntryE8,
  type PriceE4,
  type QuantityMicros,
  subtract,
  type XpCents,
  xpCents,
} from '../money/units.ts';

/** TKF paid once for each level passed. */
export const LEVEL_REWARD_TKF = 50;

/** Admins get a list of traders who earned more XP than this on one day. */
export const MUCH_DAY_XP = 50;

/**
 * The XP that the closes of a position have earned. It is exact, so that one close gives the same XP as a hundred
 * slices of it at the same price. `gain` = sum of (price move × quantity) of profitable closes since the position last
 * grew, in 10^-14 $; `carry` = XP earned before the position last grew, in 10^-12.
 */
export type XpState = { carry: bigint; gain: bigint };
export const NO_XP: XpState = { carry: 0n, gain: 0n };

export const XP_CARRY_DIGITS = 12;
export const XP_GAIN_DIGITS = 14;
const CARRY_UNIT = 10n ** 12n;

/** Returns the XP so far as a fraction n/d, in 10^-12 XP: profit % × closed quantity / opened quantity. */
function fraction(state: XpState, entry: EntryE8, opened: QuantityMicros): { n: bigint; d: bigint } {
  const d = entry * opened;
  return { n: state.carry * d + state.gain * 100n * CARRY_UNIT, d };
}

/** Returns the XP so far, rounded half-up to 2 decimals. */
function xpSoFar(state: XpState, entry: EntryE8, opened: QuantityMicros): XpCents {
  const { n, d } = fraction(state, entry, opened);
  return xpCents(divRound(n, d * (CARRY_UNIT / 100n)));
}

/** Returns the state after closing `quantity` at `price`, and the XP that this close adds. */
export function xpOfClose(
  state: XpState,
  close: {
    isShort: boolean;
    entry: EntryE8;
    opened: QuantityMicros;
    quantity: QuantityMicros;
    price: PriceE4;
  },
): { state: XpState; xp: XpCents } {
  const { isShort, entry, opened, quantity, price } = close;
  const move = isShort ? entry - asEntry(price) : asEntry(price) - entry;
  if (move <= 0n) return { state, xp: 0n };
  const next = { carry: state.carry, gain: state.gain + move * quantity };
  return { state: next, xp: subtract(xpSoFar(next, entry, opened), xpSoFar(state, entry, opened)) };
}

/** Folds `gain` into `carry`, rounded down, before entry and opened quantity change. */
export function foldXp(state: XpState, entry: EntryE8, opened: QuantityMicros): XpState {
  const { n, d } = fraction(state, entry, opened);
  return { carry: n / d, gain: 0n };
}

/** Returns the total XP at which a level is reached: levels 1..n take 100, 200 … n·100. */
export function xpAtLevel(level: number): number {
  return 50 * level * (level + 1);
}

/** Returns the level of a total. @param xp hundredths, >= 0 */
export function levelFor(xp: XpCents): number {
  const whole = Number(xp / 100n);
  let level = Math.floor((Math.sqrt(1 + (4 * whole) / 50) - 1) / 2);
  // the root is a float: step to the exact level
  while (xpAtLevel(level) > whole) level -= 1;
  while (xpAtLevel(level + 1) <= whole) level += 1;
  return level;
}

/** Returns the XP missing to the next level, in hundredths. */
export function xpToNextLevel(xp: XpCents): XpCents {
  return subtract(xpCents(BigInt(xpAtLevel(levelFor(xp) + 1)) * 100n), xp);
}

/**
 * Returns the progress from `level` to the next one, in XP; level n takes (n+1)·100 XP.
 * @param missing XP to the next level, up to 2 decimals
 */
export function levelProgress(
  level: number,
  missing: number,
): { reached: number; needed: number; percent: number } {
  const needed = (level + 1) * 100;
  const hundredths = Math.min(needed * 100, Math.max(0, needed * 100 - Math.round(missing * 100)));
  return { reached: hundredths / 100, needed, percent: hundredths / needed };
}

export type Progress = { xp: XpCents; level: number };
/** Returns a trader's progress after a gain, with the levels it passes and the TKF they pay. */
export function gainXp(progress: Progress, gain: XpCents): Progress & { levels: number; tkf: number } {
  const xp = add(progress.xp, gain);
  const level = Math.max(progress.level, levelFor(xp));
  const levels = level - progress.level;
  return { xp, level, levels, tkf: levels * LEVEL_REWARD_TKF };
}
