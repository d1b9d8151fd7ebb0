/** The rules of a season: what they refuse, hide and reward (docs/decisions/051). Pure. */
import { quantityFor } from '../money/money.ts';
import { type Cents, cents, type PriceE4, type QuantityMicros, subtract } from '../money/units.ts';
import { isPublicSeason } from '../season/game.ts';
import type { MarketKind, RulesVersion } from '../season/terms.ts';
import type { DayShare } from './day-volume.ts';

export type Rules = {
  /** Shares below this price cannot be bought or shorted; 0: no minimum. */
  minPrice: Cents;
  /** The most of the start cash in one symbol, whole percent; null: no limit. */
  maxShare: number | null;
  /**
   * The shares of a symbol that a trader may trade on a day, whole percent of the previous session's volume; above it,
   * the trader can only close (core/trading/day-volume.ts). Null: no limit.
   */
  maxVolume: number | null;
  /** A slice earns XP only when its position has not grown for this many minutes. */
  minHoldMinutes: number;
  hideOpen: boolean;
  longOnly: boolean;
  /**
   * The sectors that `tickers` was made from, in a private game; null when its owner typed the tickers, or the game has
   * none.
   */
  sectors: readonly string[] | null;
  /** The symbols that can be bought or shorted, in a private game; null: all. */
  tickers: readonly string[] | null;
  /** The most trades of an account a day, in a private game; null: the limit of every game (core/trading/day-limits.ts). */
  dayTrades: number | null;
};

/** `minHoldMinutes` of a new installation; 0021_hold_and_best_day.sql has the same number. */
export const DEFAULT_HOLD_MINUTES = 5;

/**
 * A season without rules. Stored rules omit these values and the chain has them filled in, so a change here would change
 * seasons of the past.
 */
export const NO_RULES: Rules = {
  minPrice: 0n,
  maxShare: null,
  maxVolume: null,
  minHoldMinutes: 0,
  hideOpen: false,
  longOnly: false,
  sectors: null,
  tickers: null,
  dayTrades: null,
};

export const NUMBER_RULES = ['minPrice', 'maxShare', 'maxVolume', 'minHoldMinutes'] as const;
export const CHOICE_RULES = ['longOnly', 'hideOpen'] as const;
/** The rules that a public season can have. All other rules are for private games alone. */
export const RULE_NAMES = [...NUMBER_RULES, ...CHOICE_RULES];
export type RuleName = (typeof RULE_NAMES)[number];
export const isChoiceRule = (name: string): name is (typeof CHOICE_RULES)[number] =>
  CHOICE_RULES.some((rule) => rule === name);
/** Rules that cannot change once the season runs, because every fill of the season depends on them. */
export const FIXED_RULES = ['longOnly', 'maxVolume'] as const satisfies readonly RuleName[];
export const isFixedRule = (name: RuleName): boolean => FIXED_RULES.some((rule) => rule === name);

/** The codes with which a game's rules refuse opening orders. */
export const RULE_REFUSALS = [
  'PRICE_TOO_LOW',
  'SHARE_LIMIT',
  'VOLUME_LIMIT',
  'SHORTING_OFF',
  'TICKER_NOT_ALLOWED',
] as const;

/** The rules of the game, and the facts that `decide` needs to apply them to an order. */
export type Terms = {
  rules: Rules;
  version: RulesVersion;
  startCash: Cents;
  /** Epoch ms. */
  now: number;
  /** The game, by its season's id; absent: the public season. */
  seasonId?: number;
  /**
   * The numbers for the rule `maxVolume`; null without that rule, and for an order that is placed to wait, because the
   * rule applies at its fill.
   */
  dayShare: DayShare | null;
};

/** The season's terms at the instant of a close, which decide its XP; in no version so far its cash. */
export type FillTerms = Pick<Terms, 'rules' | 'version' | 'seasonId' | 'now'>;

export const hasRules = (rules: Rules): boolean => RULE_NAMES.some((name) => rules[name] !== NO_RULES[name]);

/** True for markets whose daily volume anybody can look up; the simulated tape invents its volume. */
export const hasDayVolume = (market: MarketKind): boolean => market !== 'simulated';

/** Returns the rules of a season on a market, without `maxVolume` where the market has no daily volume. */
export const rulesOn = (market: MarketKind, rules: Rules): Rules =>
  hasDayVolume(market) ? rules : { ...rules, maxVolume: null };

export const isPriceAllowed = (rules: Rules, price: PriceE4): boolean => price >= rules.minPrice * 100n;

export const isTickerAllowed = ({ tickers }: Pick<Rules, 'tickers'>, symbol: string): boolean =>
  tickers === null || tickers.includes(symbol);

/** Returns the most cents a symbol may be worth, rounded down; null: no limit. */
export const shareLimit = ({ rules, startCash }: Pick<Terms, 'rules' | 'startCash'>): Cents | null =>
  rules.maxShare === null ? null : cents((startCash * BigInt(rules.maxShare)) / 100n);

/**
 * Returns the most shares that may still be opened; null: no limit. Long or short, a position counts with its market value at the
 * order's price; a position that outgrew the limit may stay, but not grow.
 * @param held open shares on the same side
 */
export function roomFor(
  terms: Pick<Terms, 'rules' | 'startCash'>,
  held: QuantityMicros,
  price: PriceE4,
): QuantityMicros | null {
  const limit = shareLimit(terms);
  if (limit === null) return null;
  const room = subtract(quantityFor(limit, price), held);
  return room > 0n ? room : 0n;
}

/**
 * True when a close earns XP: in the public season alone, and once the position has not grown for `minHoldMinutes`.
 * @param lastIncreasedAt epoch ms @param now epoch ms
 */
export const earnsXp = (
  { rules, seasonId }: Pick<Terms, 'rules' | 'seasonId'>,
  lastIncreasedAt: number,
  now: number,
): boolean => isPublicSeason(seasonId) && now - lastIncreasedAt >= rules.minHoldMinutes * 60_000;

/** True when the viewer may see a trader's open positions, hidden or not; the trader and admins always may. */
export const seesOpen = (
  isHidden: boolean,
  viewer: { id: number; isAdmin: boolean },
  traderId: number,
): boolean => !isHidden || viewer.isAdmin || viewer.id === traderId;
