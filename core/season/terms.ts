/** The terms of a season: stored at its start, used by its proof. Pure. */

/** The key and values of the text beside prices: `t(...label)`. */
export type MarketLabel = readonly [
  key: `messages:label.${'simulated' | 'replay' | 'provider'}`,
  values?: { provider: string },
];

/** Returns the label of prices that a provider sells. @param provider its name, the same in every language */
export const providerLabel = (provider: string): MarketLabel => ['messages:label.provider', { provider }];

/**
 * The kinds of markets: the sources a fill's price may have in a season of each, the label of the prices, and whether a
 * provider sells them.
 */
const MARKETS = {
  simulated: { sources: ['simulated'], label: ['messages:label.simulated'], isBought: false },
  replay: { sources: ['replay'], label: ['messages:label.replay'], isBought: false },
  fmp: { sources: ['fmp', 'finnhub'], label: providerLabel('FMP'), isBought: true },
} as const;
export type MarketKind = keyof typeof MARKETS;
/** The source of a price. */
export type SourceName = (typeof MARKETS)[MarketKind]['sources'][number];
export const MARKET_KINDS = Object.keys(MARKETS) as MarketKind[];
export const sourcesOf = (market: MarketKind): readonly string[] => MARKETS[market].sources;
export const labelOfMarket = (market: MarketKind): MarketLabel => MARKETS[market].label;

/** True when a provider sells the market's prices: those of real shares, with dividends and symbol changes. */
export const isBought = (market: MarketKind | undefined): boolean =>
  market !== undefined && MARKETS[market].isBought;

/** Traders with equal equity share a place; their rows are ordered by realised P&L, then the earlier last trade, then id. */
export const TIE_RULE = 'shared';

export type SeasonTerms = {
  market: MarketKind;
  /** Open around the clock, or in the sessions of New York. */
  hours: 'always' | 'us';
  /** The delay of the market's prices, seconds. */
  delaySec: number;
  /** The maximum age of a quote at which an order fills, ms. */
  quoteMaxAgeMs: number;
  /**
   * Versions of the algorithm and the catalogue behind the season's prices; null when the prices are not simulated, or
   * a version changed during the season.
   */
  tape: { version: number; catalogue: string } | null;
  /** True when a seed of the season was derived from MARKET_SEED. */
  marketSeed: boolean;
  tieRule: string;
};

/** Reasons why a season is a practice season: somebody can know its prices before others can trade at them. */
const PRACTICE_REASONS = ['seed', 'delay', 'replay'] as const;
export type PracticeReason = (typeof PRACTICE_REASONS)[number];

/** A season whose orders may fill at quotes older than this is a practice season, ms. */
const LATE_QUOTE_MS = 60_000;

/** Returns why a season is practice; empty for a season that may have a prize. */
export function practiceReasons(terms: SeasonTerms): PracticeReason[] {
  const is: Record<PracticeReason, boolean> = {
    seed: terms.market === 'simulated' && terms.marketSeed,
    delay: terms.quoteMaxAgeMs > LATE_QUOTE_MS || terms.delaySec > 0,
    replay: terms.market === 'replay',
  };
  return PRACTICE_REASONS.filter((reason) => is[reason]);
}

/** Returns the first setting that differs and that must not change during a season; null without one. */
export function clash(
  stored: SeasonTerms,
  now: SeasonTerms,
): { name: string; stored: string; now: string } | null {
  if (stored.market !== now.market) return { name: 'MARKET', stored: stored.market, now: now.market };
  if (stored.hours !== now.hours) return { name: 'MARKET_HOURS', stored: stored.hours, now: now.hours };
  return null;
}

/**
 * Returns the terms of a running season after a process with the terms `now` joins the season: the larger quote age,
 * the larger delay, and no tape when the two tapes differ. Returns `stored` itself when nothing changes.
 */
export function widen(stored: SeasonTerms, now: SeasonTerms): SeasonTerms {
  const isSame = stored.tape?.version === now.tape?.version && stored.tape?.catalogue === now.tape?.catalogue;
  const quoteMaxAgeMs = Math.max(stored.quoteMaxAgeMs, now.quoteMaxAgeMs);
  const delaySec = Math.max(stored.delaySec, now.delaySec);
  if (isSame && quoteMaxAgeMs === stored.quoteMaxAgeMs && delaySec === stored.delaySec) return stored;
  return { ...stored, quoteMaxAgeMs, delaySec, tape: isSame ? stored.tape : null };
}

/**
 * The version of the rules that a season is played and proved by, and of its bundle's format (docs/rules/14-season-bundle.md 5).
 * 1: cents are rounded half-up. 2: cents are rounded against the trader (docs/rules/01-money.md 3). 3: a link of the chain has the
 * time at which its rows were read. 4: each link has a salt. 5: the bundle has the decisions after the end and the awards. 6: shares
 * pay dividends on bought feeds, and the bundle has the terms that an admin chose. 7: a season may leave one trader a share of the
 * day's volume, and the bundle has the volumes; an admin may rename or settle a symbol that a bought feed no longer prices.
 */
export type RulesVersion = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The version of a new season, and of one that waits when a server starts. */
export const NEWEST_RULES = 7 satisfies RulesVersion;

export const isRulesVersion = (version: number): version is RulesVersion =>
  Number.isInteger(version) && version >= 1 && version <= NEWEST_RULES;

/** True when a bundle of this version contains the awards, and the decisions that admins made after the season. */
export const hasDecisions = (version: RulesVersion): boolean => version >= 5;

/** True when shares pay dividends in a season of this version, on a bought feed. */
export const hasDividends = (version: RulesVersion, market: MarketKind | undefined): boolean =>
  version >= 6 && isBought(market);

/** True when a bundle of this version has a `terms` line, and the decision `too_few`. */
export const hasChosenTerms = (version: RulesVersion): boolean => version >= 6;

/** True when a bundle of this version has a `volumeShare` line and `volume` lines, in a season that limits the share of a day's volume. */
export const hasVolumes = (version: RulesVersion): boolean => version >= 7;

/** True when a symbol without a price can be renamed or settled in a season of this version, on a bought feed. */
export const hasSymbolChanges = (version: RulesVersion, market: MarketKind | undefined): boolean =>
  version >= 7 && isBought(market);
