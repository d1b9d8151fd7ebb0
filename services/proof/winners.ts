/** The lines of a bundle about the winners of a season: what the places win, and the decisions after the end. */
import { CENT_DIGITS, writeDecimal } from '#core/money/money.ts';
import { TOO_FEW_TRADES } from '#core/season/awards.ts';
import type { LineOf } from '#core/season/bundle-lines.ts';
import { hasChosenTerms } from '#core/season/terms.ts';
import type { Queryable } from '#db/client.ts';
import { type StoredDecision, seasonDecisions } from '#db/queries/season/awards.ts';
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
    (decision, i): WinnerLine => ({
      kind: 'decision',
      values: {
        n: i + 1,
        at: decision.at.getTime(),
        change: hasChosenTerms(season.rulesVersion) && isTooFew(decision, season) ? 'too_few' : decision.kind,
        trader: decision.userId,
        place: decision.paid?.place ?? null,
        amount: decision.paid && writeDecimal(decision.paid.amount, CENT_DIGITS),
      },
    }),
  );
  return [...prizes, ...decisions];
}

/** True for what the end of a season decides about a trader who traded too little. */
const isTooFew = ({ kind, admin, reason, at }: StoredDecision, { endedAt }: SeasonRow): boolean =>
  kind === 'no_prize' && admin === null && reason === TOO_FEW_TRADES && at.getTime() === endedAt?.getTime();
