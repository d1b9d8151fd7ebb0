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
