/** A private game: the limits of its settings, and what its owner may still change. Pure. */
import { type Cents, cents } from '../money/units.ts';
import type { IssueCode } from '../refusals/issues.ts';
import { NO_RULES, type Rules } from '../trading/season-rules.ts';
import type { LeaguePhase, WayToJoin } from './leagues.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const GAME_LENGTH_MS = { least: HOUR_MS, most: 366 * DAY_MS } as const;
/** How far ahead the start may be planned, ms. */
const FURTHEST_START_MS = 90 * DAY_MS;
/** How far back a new start may lie, because it may pass while the owner fills in the form, ms. */
const EARLIEST_START_MS = HOUR_MS;

export const MOST_TICKERS = 200;
export const MOST_SECTORS = 5;
export const MOST_DAY_TRADES = 200;
/** Start cash of a private game whose owner chooses none, $100,000. */
export const GAME_START_CASH = cents(100_000_00n);

const wholeMinutes = (ms: number): number => ms - (ms % MINUTE_MS);

/**
 * The rules that the owner of a private game may choose. `minHoldMinutes` and `hideOpen` are not among them, because a
 * private game has no XP and no public table; `maxVolume` is for public seasons alone.
 */
export const GAME_RULES = ['longOnly', 'minPrice', 'maxShare', 'sectors', 'tickers', 'dayTrades'] as const;
export type GameRule = (typeof GAME_RULES)[number];
export type GameRules = Pick<Rules, GameRule>;

/** When members of a private game see each other's positions, the most open choice first. */
export const POSITION_VIEWS = ['always', 'end', 'never'] as const;
export type PositionView = (typeof POSITION_VIEWS)[number];

/** The settings of a private game. Times: epoch ms. */
export type GameTerms = {
  startCash: Cents;
  rules: Rules;
  startsAt: number;
  endsAt: number;
  positionView: PositionView;
};

/** True when members see each other's positions. */
export const arePositionsVisible = (view: PositionView, phase: LeaguePhase): boolean =>
  view === 'always' || (view === 'end' && phase === 'over');

/** The terms that a request changes; absent ones stay. Times: epoch ms. `startsAt` null: at once; `endsAt` null: unchanged. */
export type GameInput = {
  startCash?: Cents;
  startsAt?: number | null;
  endsAt?: number | null;
  positionView?: PositionView;
  rules: Partial<GameRules>;
};

export const rulesOfGame = (chosen: Partial<GameRules>): Rules => ({ ...NO_RULES, ...chosen });

/**
 * Returns the terms after a change. A form sends whole minutes, so a time within the minute of the previous time changes nothing.
 * @param now epoch ms
 */
export function changedTerms(previous: GameTerms, fields: GameInput, now: number): GameTerms {
  const moved = (before: number, after: number) =>
    wholeMinutes(before) === wholeMinutes(after) ? before : after;
  const { startCash = previous.startCash, startsAt = previous.startsAt, endsAt, rules } = fields;
  const { positionView = previous.positionView } = fields;
  return {
    startCash,
    rules: { ...previous.rules, ...rules },
    startsAt: moved(previous.startsAt, startsAt ?? now),
    endsAt: moved(previous.endsAt, endsAt ?? previous.endsAt),
    positionView,
  };
}

export type GameProblem = {
  field: 'kind' | 'startsAt' | 'endsAt' | 'startCash' | 'positionView' | GameRule;
  code: IssueCode;
};

/**
 * Returns how long a game lasts, ms. Both times count in whole minutes, because a form has no seconds but a start "now"
 * has seconds.
 */
export const gameLength = ({ startsAt, endsAt }: Pick<GameTerms, 'startsAt' | 'endsAt'>): number =>
  wholeMinutes(endsAt) - wholeMinutes(startsAt);

/**
 * Returns the first fault in the times of a game; null without one.
 * @param now epoch ms @param plannedStart of a game that exists, epoch ms
 */
export function gameTimesProblem(
  { startsAt, endsAt }: Pick<GameTerms, 'startsAt' | 'endsAt'>,
  now: number,
  plannedStart?: number,
): GameProblem | null {
  const isPast = startsAt !== plannedStart && startsAt < now - EARLIEST_START_MS;
  if (isPast || startsAt > now + FURTHEST_START_MS) return { field: 'startsAt', code: 'gameStartRule' };
  const length = gameLength({ startsAt, endsAt });
  if (endsAt <= now || length < GAME_LENGTH_MS.least || length > GAME_LENGTH_MS.most)
    return { field: 'endsAt', code: 'gameEndRule' };
  return null;
}

/** The facts that decide which settings of a private game its owner may still change. */
export type GameState = {
  phase: LeaguePhase;
  /** True once anybody but the owner has joined, even if they left again. */
  hasOthers: boolean;
  hasTrades: boolean;
  /** True when somebody has a working order in the game. */
  hasOrders: boolean;
};

const equal = (a: Rules[GameRule], b: Rules[GameRule]): boolean => String(a) === String(b);

/** Returns the first setting whose change comes too late; null without one. */
export function gameChangeProblem(
  previous: GameTerms,
  next: GameTerms,
  { phase, hasOthers, hasTrades, hasOrders }: GameState,
): GameProblem | null {
  const isMoved = next.startCash !== previous.startCash;
  if (isMoved && hasOthers) return { field: 'startCash', code: 'fixedOnceJoined' };
  if (isMoved && hasTrades) return { field: 'startCash', code: 'fixedOnceTraded' };
  if (isMoved && hasOrders) return { field: 'startCash', code: 'fixedWhileOrdersWait' };
  const rule = GAME_RULES.find((name) => !equal(previous.rules[name], next.rules[name]));
  if (rule && hasOthers) return { field: rule, code: 'fixedOnceJoined' };
  // a game's proof judges every fill by one set of rules
  if (rule && hasTrades) return { field: rule, code: 'fixedOnceTraded' };
  const isOpener = POSITION_VIEWS.indexOf(next.positionView) < POSITION_VIEWS.indexOf(previous.positionView);
  if (hasOthers && isOpener) return { field: 'positionView', code: 'onlyMorePrivate' };
  if (phase !== 'before' && next.startsAt !== previous.startsAt)
    return { field: 'startsAt', code: 'fixedOnceStarted' };
  if (hasOthers && next.startsAt < previous.startsAt) return { field: 'startsAt', code: 'onlyLater' };
  if (hasOthers && next.endsAt < previous.endsAt) return { field: 'endsAt', code: 'onlyLater' };
  return null;
}

/** Sets of settings that a button fills into the form. */
export const GAME_PRESETS = ['friends', 'class', 'office'] as const;
export type GamePreset = (typeof GAME_PRESETS)[number];
type PresetTerms = Pick<GameRules, 'longOnly' | 'minPrice' | 'maxShare' | 'dayTrades'> & {
  /** Days from start to end. */
  days: number;
  joining: WayToJoin;
  isLateOpen: boolean;
};

export const PRESET_TERMS: Record<GamePreset, PresetTerms> = {
  friends: {
    days: 7,
    joining: 'open',
    isLateOpen: true,
    longOnly: false,
    minPrice: cents(0n),
    maxShare: null,
    dayTrades: null,
  },
  class: {
    days: 112,
    joining: 'approval',
    isLateOpen: true,
    longOnly: true,
    minPrice: cents(500n),
    maxShare: 25,
    dayTrades: 20,
  },
  office: {
    days: 30,
    joining: 'open',
    isLateOpen: true,
    longOnly: false,
    minPrice: cents(0n),
    maxShare: 50,
    dayTrades: null,
  },
};
