/** The terms of a season besides its rules, stored at its start so that its proof uses them. Pure. */

/** Who makes the prices. */
export type MarketKind = 'simulated' | 'replay' | 'fmp';

/** Equal equity shares a place; rows of one place stand by realised P&L, then the earlier last trade, then the account. */
export const TIE_RULE = 'shared';

export type SeasonTerms = {
  market: MarketKind;
  /** Open around the clock, or in the sessions of New York. */
  hours: 'always' | 'us';
  /** Seconds by which the market's prices are always late. */
  delaySec: number;
  /** No order was filled on an older quote, ms. */
  quoteMaxAgeMs: number;
  /** Versions of the algorithm and the catalogue its prices follow; null: not simulated, or changed on the way. */
  tape: { version: number; catalogue: string } | null;
  /** Some of its seeds were derived from MARKET_SEED. */
  marketSeed: boolean;
  tieRule: string;
};

/** The sources a fill's price may have in a season of each market. */
export const SOURCES: Record<MarketKind, readonly string[]> = {
  simulated: ['simulated'],
  replay: ['replay'],
  fmp: ['fmp', 'finnhub'],
};

/** Why a season is practice, not for prizes: somebody can know its prices before they can be traded on. */
const PRACTICE_REASONS = ['seed', 'delay', 'replay'] as const;
export type PracticeReason = (typeof PRACTICE_REASONS)[number];

/** Quotes older than this are late prices, ms. */
const LATE_QUOTE_MS = 60_000;

/** @returns empty for a season that may be played for prizes */
export function practiceReasons(terms: SeasonTerms): PracticeReason[] {
  const is: Record<PracticeReason, boolean> = {
    seed: terms.market === 'simulated' && terms.marketSeed,
    delay: terms.quoteMaxAgeMs > LATE_QUOTE_MS || terms.delaySec > 0,
    replay: terms.market === 'replay',
  };
  return PRACTICE_REASONS.filter((reason) => is[reason]);
}

/** The first setting that differs between `stored` and `now` so that a running season cannot go on. */
export function clash(
  stored: SeasonTerms,
  now: SeasonTerms,
): { name: string; stored: string; now: string } | null {
  if (stored.market !== now.market) return { name: 'MARKET', stored: stored.market, now: now.market };
  if (stored.hours !== now.hours) return { name: 'MARKET_HOURS', stored: stored.hours, now: now.hours };
  return null;
}

/**
 * The terms of a running season once a process with `now` serves it, too: the oldest quote any of them takes, and no
 * tape when two versions of it made its prices. The same object when nothing changed.
 */
export function widen(stored: SeasonTerms, now: SeasonTerms): SeasonTerms {
  const isSame = stored.tape?.version === now.tape?.version && stored.tape?.catalogue === now.tape?.catalogue;
  const quoteMaxAgeMs = Math.max(stored.quoteMaxAgeMs, now.quoteMaxAgeMs);
  const delaySec = Math.max(stored.delaySec, now.delaySec);
  if (isSame && quoteMaxAgeMs === stored.quoteMaxAgeMs && delaySec === stored.delaySec) return stored;
  return { ...stored, quoteMaxAgeMs, delaySec, tape: isSame ? stored.tape : null };
}

/**
 * By which rules a season is played and proved; its bundle's format has the same number (docs/rules/14-season-bundle.md 5).
 * 1: a cent is rounded half-up. 2: a cent is rounded against the trader (docs/rules/01-money.md 3). 3: a link of the chain
 * says when its rows were looked for, not when it was made.
 */
export type RulesVersion = 1 | 2 | 3;

/** The rules of a season that is opened now. */
export const NEWEST_RULES = 3 satisfies RulesVersion;

export const isRulesVersion = (version: number): version is RulesVersion =>
  Number.isInteger(version) && version >= 1 && version <= NEWEST_RULES;
