import type { SessionUser } from '#core/account/visitor.ts';
import {
  joinProblem,
  LEAGUE_LIMITS,
  type LeagueKind,
  leaguePhase,
  readInvitation,
} from '#core/leagues/leagues.ts';
import type { Cents } from '#core/money/units.ts';
import { type AppError, fail } from '#core/refusals/refusals.ts';
import { joinableSeason } from '#core/season/season.ts';
import type { Queryable, Transaction } from '#db/client.ts';
import { withUnread } from '#db/queries/account/notifications.ts';
import * as rows from '#db/queries/leagues/leagues.ts';
import * as people from '#db/queries/leagues/members.ts';
import type { Addresses } from '#framework/http/address.ts';
import { storeNotices } from '../account/notifications.ts';
import type { OrderAdjustments } from '../orders/adjust-orders.ts';
import { successText } from '../platform/acknowledge.ts';
import type { Clock } from '../platform/clock.ts';
import type { RateLimits } from '../platform/rate-limit.ts';
import type { Bus, Notice } from '../realtime/bus.ts';
import type { LeagueDeps } from './league-table.ts';
import { leagueNotice, publishStored } from './notices.ts';
import { stopPlaying } from './play-game.ts';

export type JoinDeps = LeagueDeps & {
  clock: Clock;
  limits: RateLimits;
  addresses: Addresses;
  bus: Pick<Bus, 'publish'>;
  onLeave: OrderAdjustments['stopTrader'];
};

export const kindOf = ({ game }: Pick<rows.League, 'game'>): LeagueKind => (game ? 'own' : 'season');

/**
 * Returns a trader's equity in the running season of a league; the start cash for a trader without a row. Null when
 * that season does not run, and for a private game.
 */
export async function equityNow(
  { seasons, leaderboard }: LeagueDeps,
  league: Pick<rows.League, 'seasonNumber' | 'game'>,
  userId: number,
): Promise<Cents | null> {
  if (league.game || leaguePhase(league, seasons.current()) !== 'running') return null;
  return (await leaderboard.mine(userId))?.equity ?? seasons.startCash();
}

export const joinedForm = ({ id, state }: { id: string; state: 'in' | 'waiting' }) =>
  state === 'in'
    ? { to: `/leagues/${id}`, flash: successText('leagues:joined') }
    : { to: '/leagues', flash: successText('leagues:asked') };

/** Returns why a person may not join a league now; null when they may. */
async function refusalOf(
  sql: Queryable,
  { seasons }: LeagueDeps,
  league: rows.League,
  userId: number,
): Promise<AppError | null> {
  const { id, joining, isLateOpen, members, waiting } = league;
  const kind = kindOf(league);
  const current = seasons.current();
  const member = await people.findMember(sql, id, userId);
  const { joined } = await rows.countLeagues(sql, userId, kind, joinableSeason(current));
  const phase = leaguePhase(league, current);
  const state = member?.state ?? null;
  const problem = joinProblem({
    kind,
    phase,
    joining,
    isLateOpen,
    places: members + waiting,
    state,
    joined,
  });
  switch (problem) {
    case null:
      return null;
    case 'REMOVED':
      return fail(problem, { params: { why: member?.reason ?? '' } });
    case 'LEAGUE_FULL':
      return fail(problem, { params: { count: LEAGUE_LIMITS[kind].members } });
    case 'TOO_MANY_LEAGUES.joined':
      return fail(problem, { params: { count: LEAGUE_LIMITS[kind].joined } });
    default:
      return fail(problem);
  }
}

/** @throws NOT_FOUND when the directory does not list the league */
function demandInDirectory(league: rows.League | null): rows.League {
  if (!league?.isListed || league.archivedAt) throw fail('NOT_FOUND');
  return league;
}

/**
 * Stores notifications of a request to join, for the owner and the helpers. Skips people who have not read the previous
 * notification, so that thirty requests make one notification.
 */
async function tellOfRequest(tx: Transaction, league: rows.League, now: number): Promise<Notice[]> {
  const deciders = [league.ownerId, ...(await people.listHelpers(tx, league.id))];
  const unread = await withUnread(tx, leagueNotice(league.ownerId, league, 'request'), deciders);
  const notices = deciders
    .filter((userId) => !unread.includes(userId))
    .map((userId) => leagueNotice(userId, league, 'request'));
  await storeNotices(tx, notices, new Date(now));
  return notices;
}

export function createJoining(deps: JoinDeps) {
  const { sql, clock, limits, addresses, bus } = deps;

  /**
   * Returns the league of an invitation. Expired codes, invented codes and codes of archived leagues get one refusal.
   * @throws NO_SUCH_INVITATION; TOO_MANY after 20 such codes from one account or from visitors at one address, 200
   * from members at one address
   */
  async function invited(request: Request, user: SessionUser | null, text: string): Promise<rows.League> {
    const code = readInvitation(text);
    const league = code && (await rows.findInvitation(sql, code));
    if (league) return league;
    await limits.count('wrongInvitation', {
      ...(user && { account: user.id }),
      address: addresses.of(request),
    });
    throw fail('NO_SUCH_INVITATION');
  }

  /**
   * Joins a league, or asks to join where the owner approves members.
   * @param demand checks the locked league, which may have changed since the caller read it
   * @throws REMOVED, ALREADY_IN, LEAGUE_ENDED, JOINING_CLOSED, LEAGUE_STARTED, LEAGUE_FULL, TOO_MANY_LEAGUES
   */
  async function enter(
    { id, seasonNumber, game }: rows.League,
    user: SessionUser,
    demand: (league: rows.League | null) => rows.League,
  ) {
    const base = await equityNow(deps, { seasonNumber, game }, user.id);
    const { state, notices } = await sql.begin(async (tx) => {
      const league = demand(await rows.lockLeague(tx, id));
      await rows.lockPerson(tx, user.id);
      const refusal = await refusalOf(tx, deps, league, user.id);
      if (refusal) throw refusal;
      if (league.joining === 'approval') {
        await people.insertRequest(tx, id, user.id, clock.now());
        return { state: 'waiting' as const, notices: await tellOfRequest(tx, league, clock.now()) };
      }
      await people.admitMember(tx, { leagueId: id, userId: user.id }, base, clock.now());
      return { state: 'in' as const, notices: [] };
    });
    publishStored(bus, notices);
    return { id, state };
  }

  return {
    invited,

    /** Returns the refusal that joining would get; null for none. */
    refusal: (league: rows.League, user: SessionUser): Promise<AppError | null> =>
      refusalOf(sql, deps, league, user.id),

    /**
     * Joins the league of an invitation, or asks to join where the owner approves members.
     * @throws NO_SUCH_INVITATION, TOO_MANY, REMOVED, ALREADY_IN, LEAGUE_ENDED, JOINING_CLOSED, LEAGUE_STARTED,
     * LEAGUE_FULL, TOO_MANY_LEAGUES
     */
    async join(request: Request, user: SessionUser, text: string) {
      const invitation = await invited(request, user, text);
      return await enter(invitation, user, (league) => {
        // the owner may have replaced the code meanwhile
        if (!league || league.code !== invitation.code || league.archivedAt) throw fail('NO_SUCH_INVITATION');
        return league;
      });
    },

    /** Returns a league of the directory by its id, even if it is over. @throws NOT_FOUND */
    listed: async (id: string): Promise<rows.League> => demandInDirectory(await rows.findLeague(sql, id)),

    /** Joins a listed league, or asks to join when the owner approves members. @throws NOT_FOUND, codes of `enter` */
    async joinListed(user: SessionUser, id: string) {
      return await enter(await this.listed(id), user, demandInDirectory);
    },

    /**
     * Leaves a league, or withdraws a request to join. Leaving cancels the trader's orders in the private game.
     * @throws NOT_FOUND, LEAGUE_OWNER
     */
    async leave(user: SessionUser, id: string): Promise<'left' | 'cancelled'> {
      return await sql.begin(async (tx) => {
        const league = await rows.lockLeague(tx, id);
        const member = league && (await people.findMember(tx, id, user.id));
        if (member?.state === 'waiting') {
          await people.dropRequest(tx, id, user.id, clock.now());
          return 'cancelled';
        }
        // a second press of Leave changes nothing
        if (member?.state === 'left') return 'left';
        if (!league || league.archivedAt || member?.state !== 'in') throw fail('NOT_FOUND');
        if (league.ownerId === user.id) throw fail('LEAGUE_OWNER');
        const change = { state: 'left', reason: null, now: clock.now() } as const;
        await people.setMemberState(tx, { leagueId: id, userId: user.id }, change);
        await stopPlaying(deps.onLeave, tx, league, user.id);
        return 'left';
      });
    },
  };
}
