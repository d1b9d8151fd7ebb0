import { SeasonDiffersError } from '#proof/difference.ts';

/**
 * Throws when a stored row has a wrong value.
 * @param row names it at the beginning of the sentence
 * @param is and `should` have the same keys
 */
export function compare<T extends Record<string, unknown>>(row: string, is: T, should: T): void {
  for (const key of Object.keys(should)) {
    if (is[key] !== should[key])
      throw new SeasonDiffersError(`${row} has ${key} ${is[key]}; it should be ${should[key]}.`);
  }
}
