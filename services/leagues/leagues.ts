/** Leagues: tables of some traders over a season or a private game. People join by an invitation or the directory. */
import type { SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { LeagueGame } from '#core/season/game.ts';
import { joinableSeason } from '#core/season/season.ts';
import * as rows from '#db/queries/leagues/leagues.ts';
import {
  findMember,
  type LeagueMember,
  listHelpers,
  listLeagueMembers,
} from '#db/queries/leagues/members.ts';
import type { Viewer } from '../account/privacy.ts';
import type { TermsDeps } from '../season/terms.ts';
import { createJoining, type JoinDeps } from './join-league.ts';
import { createGameReads, leagueTables } from './league-table.ts';
import { playAgain } from './play-again.ts';
import { type PlayDeps, playGame } from './play-game.ts';
import { leagueRoster } from './roster.ts';
import { createRunning } from './run-league.ts';
import { createStarting } from './start-league.ts';

export function createLeagues(deps: JoinDeps & PlayDeps & TermsDeps) {
  const { sql } = deps;
  const readGame = createGameReads(deps);

  return {
    ...createJoining(deps),
    ...createRunning(deps),
    ...createStarting(deps),

    /** @throws the codes of `playAgain` */
    again: (user: SessionUser, id: string) => playAgain(deps, user, id),

    /**
     * Returns a league with the reader's membership, which is null for an admin of the site who is not a member.
     * @throws NOT_FOUND, also for a non-member who is not an admin
     */
    async open(
      id: string,
      user: SessionUser,
    ): Promise<{ league: rows.League; membership: LeagueMember | null }> {
      const [league, member] = await Promise.all([rows.findLeague(sql, id), findMember(sql, id, user.id)]);
      const membership = member?.state === 'in' ? member : null;
      if (!league || !(membership || user.isAdmin)) throw fail('NOT_FOUND');
      return { league, membership };
    },

    /** Returns a listed league to a non-member; null to members and admins of the site. @throws NOT_FOUND */
    async openOutside(id: string, user: SessionUser): Promise<rows.League | null> {
      const member = user.isAdmin ? null : await findMember(sql, id, user.id);
      return user.isAdmin || member?.state === 'in' ? null : await this.listed(id);
    },

    /**
     * Returns a league to its owner, a helper, or an admin of the site. `mayDecide`: the reader may decide about
     * members.
     * @throws NOT_FOUND for everybody else
     */
    async openRoster(id: string, user: SessionUser) {
      const { league, membership } = await this.open(id, user);
      const isOwner = league.ownerId === user.id;
      const isRunner = isOwner || membership?.isHelper === true;
      if (!(isRunner || user.isAdmin)) throw fail('NOT_FOUND');
      return { league, membership, isOwner, mayDecide: isRunner && league.archivedAt === null };
    },

    /** Returns the roster of a league, best first, with the columns that `viewer` may read. */
    roster: (league: rows.League, viewer: Viewer) => leagueRoster(deps, readGame, league, viewer),

    /** @throws NOT_FOUND */
    play: (user: SessionUser, game: LeagueGame) => playGame(deps, user, game),

    /** Returns up to 200 leagues that a person is in or has asked to join, newest first. */
    of: (userId: number) => rows.leaguesOf(sql, userId),

    tables: (leagues: readonly Pick<rows.League, 'id' | 'seasonNumber' | 'game'>[], viewer: Viewer) =>
      leagueTables(deps, readGame, leagues, viewer),

    /** Returns a page of the listed leagues that are not over, newest first, and their total number. */
    directory: (page: { offset: number; limit: number }) =>
      rows.listedLeagues(sql, { from: joinableSeason(deps.seasons.current()), now: deps.clock.now() }, page),

    people: (
      id: string,
      states: Parameters<typeof listLeagueMembers>[2],
      page: { offset: number; limit: number },
    ) => listLeagueMembers(sql, id, states, page),

    helpers: async (id: string): Promise<ReadonlySet<number>> => new Set(await listHelpers(sql, id)),

    changes: (id: string, limit: number) => rows.listChanges(sql, id, limit),
  };
}
