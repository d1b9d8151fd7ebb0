/**
 * Checks whether this program can prove a season at all: it must know the tape, the catalogue and the rules of that
 * season.
 */
import { gameOfBundle } from '#core/season/game.ts';
import {
  MARKET_KINDS,
  type RulesVersion,
  type SeasonTerms,
  sourcesOf,
  TIE_RULE,
} from '#core/season/terms.ts';
import type { CloseReason } from '#core/trading/position.ts';
import { SETTLEMENT } from '#core/trading/symbol-change.ts';
import { CATALOGUE_VERSION } from '#market/simulated/companies.ts';
import { TAPE_VERSIONS, type Tape } from '#market/simulated/tape.ts';
import { type Finding, iso, type Tell } from './difference.ts';

const HOURS: readonly SeasonTerms['hours'][] = ['always', 'us'];

export type ProofSeason = {
  number: number;
  rulesVersion: RulesVersion;
  startCash: string;
  startedAt: Date | null;
  endedAt: Date | null;
  terms: SeasonTerms | null;
};

/** This program can neither prove nor disprove the season; the message is a sentence with the reason. */
export class CannotCheckError extends Error {
  override name = 'CannotCheckError';
}

/** Returns how a sentence names a season or, by its negative number, a private game. */
export function titleOf(number: number): string {
  const game = gameOfBundle(number);
  return game ? `Game ${game}` : `Season ${number}`;
}

/**
 * Returns a season's terms.
 * @throws CannotCheckError for a season that has not started, has no stored terms, is of unknown versions, or whose
 * tape changed while it ran
 */
export function demandTerms({
  number,
  startedAt,
  terms,
}: Pick<ProofSeason, 'number' | 'startedAt' | 'terms'>): SeasonTerms {
  const cannot = (why: string) => new CannotCheckError(`${titleOf(number)} cannot be checked: ${why}`);
  if (!startedAt) throw cannot('it has not started.');
  if (!terms) throw cannot('it began before a season kept its market, hours and versions.');
  if (terms.tieRule !== TIE_RULE)
    throw cannot(`this program does not know its rule for ties, ${terms.tieRule}.`);
  if (!MARKET_KINDS.includes(terms.market))
    throw cannot(`this program does not know its market, ${terms.market}.`);
  if (!HOURS.includes(terms.hours)) throw cannot(`this program does not know its hours, ${terms.hours}.`);
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

/** The price of a fill or a last price: its row, and its name in a sentence. */
export type PricedRow = Pick<Finding, 'place' | 'trader'> & {
  name: string;
  symbol: string;
  source: string | null;
  /** Epoch ms; null when the row has no time. */
  quoteAt: number | null;
  reason?: CloseReason | null;
};

/** Checks that the season's market has the source of a price. */
export function checkSource(terms: SeasonTerms, row: PricedRow, tell: Tell): void {
  const { name, source, quoteAt, place, trader, symbol, reason } = row;
  // an admin's price; SymbolChanges compares it with the settlement
  if (reason === SETTLEMENT.reason) return;
  if (source !== null && sourcesOf(terms.market).includes(source)) return;
  tell({
    step: 'prices',
    what: 'source',
    place,
    trader,
    symbol,
    at: quoteAt ?? undefined,
    is: source ?? '',
    should: terms.market,
    sentence: `${name} is from ${source ?? 'an unknown source'}, and the season was played on ${terms.market} prices.`,
  });
}

/** The last prices of a season are read within this time after its end, ms. */
const CLOSING_MS = 60_000;

/**
 * Checks that a last price is not older than the newest price at the season's end. An older price could make another
 * trader the winner.
 * @param end the season's end, epoch ms
 */
export function checkLast(
  tape: Tape,
  { place, symbol, quoteAt, name }: PricedRow & { quoteAt: number },
  end: number,
  tell: Tell,
): void {
  const newest = tape.has(symbol) ? tape.tickAt(symbol, end) : null;
  if (newest && newest.atMs <= quoteAt && quoteAt <= end + CLOSING_MS) return;
  tell({
    step: 'prices',
    what: 'age',
    place,
    symbol,
    at: quoteAt,
    is: `${end - quoteAt}`,
    should: newest ? `${end - newest.atMs}` : '',
    sentence: `${name} is of ${iso(quoteAt)}, not of the season's end.`,
  });
}
