/** The findings of a proof: values for a table in any language, and a sentence for a program's output. */
import type { FillFault } from '#core/trading/audit.ts';

/** The steps of a proof as the page shows them. */
export const PROOF_STEPS = ['bundle', 'seeds', 'prices', 'fills', 'places', 'chain'] as const;
export type ProofStep = (typeof PROOF_STEPS)[number];

export type Difference =
  | FillFault['what']
  | 'line'
  | 'count'
  | 'file'
  | 'seed'
  | 'price'
  | 'source'
  | 'forced'
  | 'age'
  | 'cashLeft'
  | 'split'
  | 'dividend'
  | 'symbol'
  | 'equity'
  | 'realised'
  | 'trades'
  | 'place'
  | 'decision'
  | 'award'
  | 'rank'
  | 'row'
  | 'missing'
  | 'early'
  | 'passed'
  | 'order'
  | 'terms'
  | 'quantity'
  | 'time'
  | 'hold'
  | 'open'
  | 'salt'
  | 'rows'
  | 'head'
  | 'link'
  | 'seen';

/** The row with a difference: its kind, and its number or name. */
export type FindingPlace = {
  kind: 'fill' | 'mark' | 'standing' | 'prize' | 'decision' | 'award' | 'link' | 'event' | 'seed' | 'line';
  id: string;
};

export type Finding = {
  step: ProofStep;
  what: Difference;
  place: FindingPlace;
  trader?: string;
  symbol?: string;
  /** Epoch ms. */
  at?: number;
  /** The value in the row. */
  is?: string;
  /** The right value. */
  should?: string;
  sentence: string;
};

/** Receives a finding. The proof continues when this function returns. */
export type Tell = (finding: Finding) => void;

/** A row of the season is wrong; the message is a sentence about the first wrong row. */
export class SeasonDiffersError extends Error {
  override name = 'SeasonDiffersError';
}

/** Ends a proof at its first difference. @throws SeasonDiffersError */
export const stopAtFirst: Tell = ({ sentence }) => {
  throw new SeasonDiffersError(sentence);
};

export const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Compares a stored row with the right values.
 * @param row its name, with which the sentence begins @param is the stored values @param should the right ones, by the
 * same keys
 * @throws SeasonDiffersError about the first wrong value
 */
export function compare<T extends Record<string, unknown>>(row: string, is: T, should: T): void {
  for (const key of Object.keys(should)) {
    if (is[key] !== should[key])
      throw new SeasonDiffersError(`${row} has ${key} ${is[key]}; it should be ${should[key]}.`);
  }
}
