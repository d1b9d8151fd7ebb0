/** The chain of a season: each link commits to the rows since the one before (docs/rules/14-season-bundle.md 14). Pure. */

export type ChainLink = {
  seq: number;
  /** Epoch ms. */
  at: number;
  /** How many edits of the rules it covers. */
  rules: number;
  /** Ids of the first and last row of each kind; null without one. */
  firstFill: bigint | null;
  lastFill: bigint | null;
  firstEvent: bigint | null;
  lastEvent: bigint | null;
  /** SHA-256 of the rows and of the link, hex. */
  rowsHash: string;
  head: string;
};

/** The newest link, as pages show it. */
export type ChainHead = { season: number; seq: number; head: string; at: number | null };

/** The SHA-256 of this text stands before the first link. */
export const chainBeginning = (season: number): string => `paperpit season chain 1 ${season}`;

const facts = (l: Omit<ChainLink, 'head'>) =>
  [l.seq, l.at, l.rules, l.firstFill, l.lastFill, l.firstEvent, l.lastEvent, l.rowsHash] as const;

/** The text whose SHA-256 is the link's head. @param previous the head before it */
export const linkText = (previous: string, link: Omit<ChainLink, 'head'>): string =>
  [previous, ...facts(link).map((fact) => fact ?? '-')].join(' ');

/** The link as a line of the season's bundle. */
export const linkLine = (link: ChainLink): string =>
  JSON.stringify(['link', ...facts(link).map(plain), link.head]);

const plain = (fact: bigint | number | string | null) => (typeof fact === 'bigint' ? Number(fact) : fact);
