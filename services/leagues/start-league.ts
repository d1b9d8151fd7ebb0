/** Starts a league. */
import { JOIN_CODE_LENGTH } from '#core/account/join-links.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import type { LeagueFields } from '#core/contract/leagues.ts';
import { JOINED_LEAGUES, LEAGUE_ID_LENGTH, leagueSeason, OWNED_LEAGUES } from '#core/leagues/leagues.ts';
import { fail } from '#core/refusals/refusals.ts';
import * as rows from '#db/queries/leagues/leagues.ts';
import { admitMember } from '#db/queries/leagues/members.ts';
import { randomCode } from '../platform/random-code.ts';
import { equityNow, type JoinDeps } from './join-league.ts';

/** Returns a code for an invitation. */
export const newCode = (): string => randomCode(JOIN_CODE_LENGTH);

/**
 * Starts a league over the season that runs, or the next one, with its owner as the first member.
 * @throws TOO_MANY_LEAGUES; TOO_MANY after five in an hour
 */
export async function startLeague(
  deps: Omit<JoinDeps, 'addresses'>,
  user: SessionUser,
  fields: LeagueFields,
): Promise<{ id: string; code: string }> {
  const { sql, clock, limits, seasons } = deps;
  const attempt = await limits.count('newLeague', { account: user.id });
  const seasonNumber = leagueSeason(seasons.current());
  const base = await equityNow(deps, { seasonNumber }, user.id);
  const settings = { ...fields, about: fields.about ?? '', prize: fields.prize ?? '' };
  const start = sql.begin(async (tx) => {
    await rows.lockPerson(tx, user.id);
    const { owned, joined } = await rows.countLeagues(tx, user.id, seasonNumber);
    if (owned >= OWNED_LEAGUES) throw fail('TOO_MANY_LEAGUES.owned', { params: { count: OWNED_LEAGUES } });
    if (joined >= JOINED_LEAGUES)
      throw fail('TOO_MANY_LEAGUES.joined', { params: { count: JOINED_LEAGUES } });
    for (;;) {
      const [id, code] = [randomCode(LEAGUE_ID_LENGTH), newCode()];
      const league = { ...settings, id, code, seasonNumber, ownerId: user.id };
      if (!(await rows.insertLeague(tx, league, clock.now()))) continue;
      await admitMember(tx, { leagueId: id, userId: user.id }, base, clock.now());
      return { id, code };
    }
  });
  return await start.catch(async (error: unknown) => {
    await attempt.forgive();
    throw error;
  });
}
