/** The lines of a bundle about the winners of a season: what the places win, and the decisions after the end. */
import { CENT_DIGITS, writeDecimal } from '#core/money/money.ts';
import type { LineOf } from '#core/season/bundle-lines.ts';
import type { Queryable } from '#db/client.ts';
import { seasonDecisions } from '#db/queries/season/awards.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { prizeAmounts } from '../prizes/deal.ts';

type WinnerLine =
  | { kind: 'prize'; values: LineOf<'prize'> }
  | { kind: 'decision'; values: LineOf<'decision'> };

/** Returns the lines of a season in their order. */
export async function winnerLines(sql: Queryable, season: SeasonRow): Promise<WinnerLine[]> {
  const prizes = prizeAmounts(season).map(
    (amount, i): WinnerLine => ({
      kind: 'prize',
      values: { place: i + 1, amount: writeDecimal(amount, CENT_DIGITS) },
    }),
  );
  const decisions = (await seasonDecisions(sql, season.id)).map(
    ({ at, kind, userId, paid }, i): WinnerLine => ({
      kind: 'decision',
      values: {
        n: i + 1,
        at: at.getTime(),
        change: kind,
        trader: userId,
        place: paid?.place ?? null,
        amount: paid && writeDecimal(paid.amount, CENT_DIGITS),
      },
    }),
  );
  return [...prizes, ...decisions];
}
