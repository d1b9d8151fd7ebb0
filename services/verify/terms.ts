/**
 * Checks whether this program can prove a season at all: it must know the tape, the catalogue and the rules of that
 * season.
 */
import { type SeasonTerms, SOURCES, TIE_RULE } from '#core/season/terms.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { CATALOGUE_VERSION } from '#market/simulated/companies.ts';
import { TAPE_VERSIONS, type Tape } from '#market/simulated/tape.ts';
import { SeasonDiffersError } from './difference.ts';

/** The season can be neither proved nor disproved; the message is a sentence that says why. */
export class CannotCheckError extends Error {
  override name = 'CannotCheckError';
}

/**
 * Returns a season's terms.
 * @throws CannotCheckError for a season that has not started, has no stored terms, or is of unknown versions
 */
export function demandTerms({
  number,
  startedAt,
  terms,
}: Pick<SeasonRow, 'number' | 'startedAt' | 'terms'>): SeasonTerms {
  const cannot = (why: string) => new CannotCheckError(`Season ${number} cannot be checked: ${why}`);
  if (!startedAt) throw cannot('it has not started.');
  if (!terms) throw cannot('it began before a season kept its market, hours and versions.');
  if (terms.tieRule !== TIE_RULE)
    throw cannot(`this program does not know its rule for ties, ${terms.tieRule}.`);
  if (terms.market !== 'simulated') return terms;
  const { tape } = terms;
  if (!tape) throw cannot('the simulated tape changed while it was running.');
  if (!TAPE_VERSIONS.includes(tape.version))
    throw cannot(
      `its prices are of version ${tape.version} of the simulated tape, and this program has versions ${TAPE_VERSIONS.join(' and ')}.`,
    );
  if (tape.catalogue !== CATALOGUE_VERSION)
    throw cannot(
      `its prices are of the catalogue ${tape.catalogue}, and this program has the catalogue ${CATALOGUE_VERSION}.`,
    );
  return terms;
}

/**
 * Checks the source of a price.
 * @throws SeasonDiffersError when the season's market has no such source; `what` names its row
 */
export function demandSource(terms: SeasonTerms, source: string | null, what: string): void {
  if (source !== null && SOURCES[terms.market].includes(source)) return;
  const from = source ?? 'an unknown source';
  throw new SeasonDiffersError(
    `${what} is from ${from}, and the season was played on ${terms.market} prices.`,
  );
}

/** The last prices of a season are read within this time after its end, ms. */
const CLOSING_MS = 60_000;

/**
 * Checks that a last price is the season's last one: a chosen moment could decide the winner.
 * @param quoteAt when the price was made
 * @param end of the season, both epoch ms
 * @throws SeasonDiffersError; `what` names the price
 */
export function demandLast(tape: Tape, symbol: string, quoteAt: number, end: number, what: string): void {
  const newest = tape.tickAt(symbol, end);
  if (newest && newest.atMs <= quoteAt && quoteAt <= end + CLOSING_MS) return;
  throw new SeasonDiffersError(`${what} is of ${new Date(quoteAt).toISOString()}, not of the season's end.`);
}
