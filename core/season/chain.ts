/** The chain of a season: each link commits to the rows since the previous link (docs/rules/14-season-bundle.md 14). Pure. */
import { bundleLine } from './bundle-lines.ts';
import type { RulesVersion } from './terms.ts';

export type ChainLink = {
  seq: number;
  /** Epoch ms. */
  at: number;
  /** Number of edits of the rules in the link. */
  rules: number;
  /** Ids of the first and last row of each kind in the link; null without a row. */
  firstFill: bigint | null;
  lastFill: bigint | null;
  firstEvent: bigint | null;
  lastEvent: bigint | null;
  /** SHA-256 of the rows, hex. */
  rowsHash: string;
  /** SHA-256 of `linkText`, hex. */
  head: string;
};

/** A link as it is stored. `salt`: hex; null in a season without salts. */
export type SaltedLink = ChainLink & { salt: string | null };

/**
 * True when the links of a season have salts: 32 random bytes that are hashed with the rows. The head of a link is
 * published at once, so without a salt anybody could find a trader's fill by hashing every possible fill.
 */
export const hasSalts = (version: RulesVersion): boolean => version >= 4;

/** The newest link. `at`: epoch ms; null without a link. */
export type ChainHead = { season: number; seq: number; head: string; at: number | null };

/** Returns the text whose SHA-256 is the head before the first link. */
export const chainBeginning = (season: number): string => `paperpit season chain 1 ${season}`;

const facts = (l: Omit<ChainLink, 'head'>) =>
  [l.seq, l.at, l.rules, l.firstFill, l.lastFill, l.firstEvent, l.lastEvent, l.rowsHash] as const;

/** Returns the text whose SHA-256 is the link's head. @param previous the head of the previous link */
export const linkText = (previous: string, link: Omit<ChainLink, 'head'>): string =>
  [previous, ...facts(link).map((fact) => fact ?? '-')].join(' ');

export const linkLine = (link: ChainLink): string =>
  bundleLine('link', {
    ...link,
    firstFill: plain(link.firstFill),
    lastFill: plain(link.lastFill),
    firstEvent: plain(link.firstEvent),
    lastEvent: plain(link.lastEvent),
  });

/** Returns the salt of a link as lines of the season's bundle: one, or none in a season without salts. */
export const saltLines = ({ seq, salt }: Pick<SaltedLink, 'seq' | 'salt'>): readonly string[] =>
  salt === null ? [] : [bundleLine('salt', { seq, salt })];

const plain = (id: bigint | null) => (id === null ? null : Number(id));
