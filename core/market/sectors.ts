/** Sectors as price feeds name them; their names in each language are the texts `screener:sectors.<name>`. */
export const SECTORS = [
  'Technology',
  'Communication Services',
  'Consumer Cyclical',
  'Consumer Defensive',
  'Healthcare',
  'Financial Services',
  'Energy',
  'Industrials',
  'Basic Materials',
  'Utilities',
  'Real Estate',
  'Index Funds',
] as const;

type Sector = (typeof SECTORS)[number];

export const isSector = (name: string): name is Sector => (SECTORS as readonly string[]).includes(name);

/**
 * Returns the sectors whose names contain a typed text, in English or the reader's language; else the text itself, because a price
 * feed may have other sectors.
 * @param nameOf returns the sector's name in the reader's language
 */
export function sectorsNamed(text: string, nameOf: (sector: Sector) => string): readonly string[] {
  const typed = text.trim().toLowerCase();
  const english = SECTORS.some((each) => each.toLowerCase().includes(typed));
  const matches = english ? [] : SECTORS.filter((each) => nameOf(each).toLowerCase().includes(typed));
  return matches.length > 0 ? matches : [text];
}
