/** Sectors as price sources name them; each has a name in every language, `screener:sectors.<name>`. */
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
 * What to ask a price source for, when a reader types `text` for a sector.
 * @param nameOf the sector's name in the reader's language
 * @returns the sectors whose names there contain the text; the text itself when none does, for sources have others
 */
export function sectorsNamed(text: string, nameOf: (sector: Sector) => string): readonly string[] {
  const typed = text.trim().toLowerCase();
  const english = SECTORS.some((each) => each.toLowerCase().includes(typed));
  const found = english ? [] : SECTORS.filter((each) => nameOf(each).toLowerCase().includes(typed));
  return found.length > 0 ? found : [text];
}
