/** What an admin sees of the prizes of a season: who is awarded what, what speaks against it, and the decisions so far. */
import { usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/refusals/refusals.ts';
import { findTrader } from '#db/queries/leaderboard/traders.ts';
import {
  type Evidence,
  type SeasonAward,
  seasonAwards,
  seasonDecisions,
  winnerEvidence,
} from '#db/queries/season/awards.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import type { Services } from '../services.ts';

/** An award with what may speak against it. */
export type DeskAward = SeasonAward & Evidence;

/** Reads the awards of a season that is over, by place, and its decisions, oldest first. */
export async function readPrizeDesk({ sql }: Pick<Services, 'sql'>, season: SeasonRow) {
  const awards = await seasonAwards(sql, season.id);
  const ids = awards.map(({ userId }) => userId);
  const [evidence, decisions] = await Promise.all([
    winnerEvidence(sql, season, ids),
    seasonDecisions(sql, season.id),
  ]);
  const deskAwards = awards.map((award): DeskAward => ({ ...award, ...evidence.get(award.userId)! }));
  return { awards: deskAwards, decisions };
}

/** Returns a winner's name and contact for the payment, and writes the look into the log. @throws UNKNOWN_TRADER, NOT_FOUND */
export async function showClaim(
  { sql, claims }: Pick<Services, 'sql' | 'claims'>,
  admin: SessionUser,
  { season, username }: { season: number; username: string },
) {
  const trader = await findTrader(sql, usernameKey(username));
  if (!trader) throw fail('UNKNOWN_TRADER');
  return await claims.show(admin, { season, username: trader.username, userId: trader.id });
}
