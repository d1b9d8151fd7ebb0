/** Actions of a league's owner and helpers, and of admins of the site. */
import type { SessionUser } from '#core/account/visitor.ts';
import type { LeagueFields, MemberAction } from '#core/contract/leagues.ts';
import { LEAGUE_HELPERS, LEAGUE_LIMITS, leaguePhase } from '#core/leagues/leagues.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import { joinableSeason } from '#core/season/season.ts';
import type { Transaction } from '#db/client.ts';
import { deleteGame } from '#db/queries/leagues/games.ts';
import * as rows from '#db/queries/leagues/leagues.ts';
import * as people from '#db/queries/leagues/members.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import type { TextParams } from '#framework/failure.ts';
import { storeNotices } from '../account/notifications.ts';
import type { Notice } from '../realtime/bus.ts';
import { changeIn } from './change-league.ts';
import { equityNow, type JoinDeps, kindOf } from './join-league.ts';
import { leagueNotice, membersOfLeague, publishStored, tellUndecided } from './notices.ts';
import { stopPlaying } from './play-game.ts';
import { newCode } from './start-league.ts';

type Power = 'owner' | 'helper';

/**
 * Locks a league for its owner, or with `least` 'helper' also for a helper.
 * @throws NOT_FOUND for everybody else, and for an archived league
 */
async function lockedFor(tx: Transaction, user: SessionUser, id: string, least: Power): Promise<rows.League> {
  const league = await rows.lockLeague(tx, id);
  if (!league || league.archivedAt) throw fail('NOT_FOUND');
  if (league.ownerId === user.id) return league;
  const member = least === 'helper' ? await people.findMember(tx, id, user.id) : null;
  if (member?.state !== 'in' || !member.isHelper) throw fail('NOT_FOUND');
  return league;
}

type Step = {
  tx: Transaction;
  league: rows.League;
  member: people.LeagueMember;
};
type Action = MemberAction['action'];

const NEEDED: Record<Action, people.LeagueMember['state']> = {
  approve: 'waiting',
  refuse: 'waiting',
  remove: 'in',
  readmit: 'removed',
  helper: 'in',
  member: 'in',
  owner: 'in',
};
const OWNERS_ALONE: readonly Action[] = ['helper', 'member', 'owner'];
/** Actions that change who is in the table. The table is final once the league is over. */
const TABLE_CHANGES: readonly Action[] = ['approve', 'remove', 'readmit'];
const EVENT_OF = {
  approve: 'approved',
  refuse: 'refused',
  remove: 'removed',
  readmit: 'readmitted',
  helper: 'helper',
  owner: 'owner',
} as const satisfies Partial<Record<Action, string>>;

/** @throws TOO_MANY_LEAGUES.heir when the member owns as many leagues as allowed */
async function handOver({ seasons, clock }: JoinDeps, { tx, league, member }: Step): Promise<void> {
  await rows.lockPerson(tx, member.userId);
  const kind = kindOf(league);
  const { owned } = await rows.countLeagues(tx, member.userId, kind, joinableSeason(seasons.current()));
  const most = LEAGUE_LIMITS[kind].owned;
  if (owned >= most) throw fail('TOO_MANY_LEAGUES.heir', { params: { count: most } });
  await rows.setOwner(tx, league.id, member.userId);
  const change = { field: 'owner', before: league.ownerName, after: member.username };
  await rows.insertChanges(tx, { leagueId: league.id, userId: league.ownerId, now: clock.now() }, [change]);
}

/** The caller has checked the member's state. @throws TOO_MANY_HELPERS, TOO_MANY_LEAGUES */
async function carryOut(deps: JoinDeps, step: Step, { action, reason = '' }: MemberAction) {
  const { tx, league, member } = step;
  const key = { leagueId: league.id, userId: member.userId };
  const now = deps.clock.now();
  switch (action) {
    case 'approve':
      return await people.admitMember(tx, key, await equityNow(deps, league, member.userId), now);
    case 'refuse':
      return await people.dropRequest(tx, league.id, member.userId, now);
    case 'remove':
      await stopPlaying(deps.onLeave, tx, league, member.userId);
      return await people.setMemberState(tx, key, { state: 'removed', reason, now });
    case 'readmit':
      return await people.setMemberState(tx, key, { state: 'left', reason: null, now });
    case 'helper':
      if ((await people.listHelpers(tx, league.id)).length >= LEAGUE_HELPERS)
        throw fail('TOO_MANY_HELPERS', { params: { count: LEAGUE_HELPERS } });
      return await people.setHelper(tx, league.id, member.userId, true);
    case 'member':
      return await people.setHelper(tx, league.id, member.userId, false);
    default:
      return await handOver(deps, step);
  }
}

type Archiving = { user: SessionUser; id: string; reason: string | undefined };
type Archived = { outcome: 'deleted' | 'archived'; notices: Notice[] };

/** Archives or deletes a league. @returns the outcome, and the notifications to publish @throws NOT_FOUND, INVALID */
async function archiveIn(
  tx: Transaction,
  { clock, seasons }: JoinDeps,
  { user, id, reason }: Archiving,
): Promise<Archived> {
  const now = clock.now();
  const league = await rows.lockLeague(tx, id);
  const isOwner = league?.ownerId === user.id;
  if (!league || league.archivedAt || !(isOwner || user.isAdmin)) throw fail('NOT_FOUND');
  const isWaiting = leaguePhase(league, seasons.current()) === 'before';
  // only an unplayed league is deleted: a game that has started keeps its ledger
  const isUnplayed = isWaiting || (!league.game && !(await people.hadOthers(tx, id, league.ownerId)));
  if (isOwner && isUnplayed) {
    const requests = await people.endRequests(tx, { id });
    const others = (await membersOfLeague(tx, id)).filter((userId) => userId !== user.id);
    const notices = [...others, ...requests.map(({ userId }) => userId)].map((userId) =>
      leagueNotice(userId, league, 'deleted'),
    );
    await storeNotices(tx, notices, new Date(now));
    await rows.deleteLeague(tx, id);
    if (league.game) await deleteGame(tx, league.game.seasonId);
    return { outcome: 'deleted', notices };
  }
  if (!isOwner && !reason) throw fail('INVALID', { issues: [issueAt('reason', 'giveReason')] });
  await rows.archiveLeague(tx, id, now);
  const notices = await tellUndecided(tx, { id }, new Date(now));
  if (isOwner || !reason) return { outcome: 'archived', notices };
  const after = { label: league.name, username: league.ownerName, reason };
  await writeAudit(tx, { userId: user.id, action: 'league_archive', after });
  const toOwner = leagueNotice(league.ownerId, league, 'archived', { why: reason });
  await storeNotices(tx, [toOwner], new Date(now));
  return { outcome: 'archived', notices: [...notices, toOwner] };
}

/** Approves requests. @returns the notifications to publish @throws NOT_FOUND, LEAGUE_ENDED */
async function approveIn(
  tx: Transaction,
  deps: JoinDeps,
  { user, id, userIds }: { user: SessionUser; id: string; userIds: readonly number[] },
): Promise<Notice[]> {
  const league = await lockedFor(tx, user, id, 'helper');
  if (leaguePhase(league, deps.seasons.current()) === 'over') throw fail('LEAGUE_ENDED');
  const notices: Notice[] = [];
  for (const userId of new Set(userIds)) {
    const member = await people.findMember(tx, id, userId);
    if (member?.state !== 'waiting') continue;
    await carryOut(deps, { tx, league, member }, { action: 'approve' });
    notices.push(leagueNotice(userId, league, 'approved'));
  }
  await storeNotices(tx, notices, new Date(deps.clock.now()));
  return notices;
}

export function createRunning(deps: JoinDeps) {
  const { sql, clock, bus } = deps;

  return {
    /** @throws NOT_FOUND and the codes of `changeIn` */
    async change(user: SessionUser, id: string, fields: LeagueFields): Promise<void> {
      const notices = await sql.begin(async (tx) =>
        changeIn(tx, deps, await lockedFor(tx, user, id, 'owner'), fields),
      );
      publishStored(bus, notices);
    },

    /** Replaces the invitation; the old code ends. @returns the new code @throws NOT_FOUND */
    async renew(user: SessionUser, id: string): Promise<string> {
      return await sql.begin(async (tx) => {
        await lockedFor(tx, user, id, 'helper');
        for (;;) {
          const code = newCode();
          if (await rows.replaceCode(tx, id, code)) return code;
        }
      });
    },

    /**
     * Carries out a decision about a member and notifies the member, except of losing a helper's rights.
     * @throws NOT_FOUND without the right, or when the member's state does not suit the action; LEAGUE_ENDED,
     * TOO_MANY_HELPERS, TOO_MANY_LEAGUES
     */
    async decide(user: SessionUser, id: string, userId: number, decision: MemberAction): Promise<void> {
      const { action, reason } = decision;
      const notices = await sql.begin(async (tx) => {
        const league = await lockedFor(tx, user, id, OWNERS_ALONE.includes(action) ? 'owner' : 'helper');
        if (TABLE_CHANGES.includes(action) && leaguePhase(league, deps.seasons.current()) === 'over')
          throw fail('LEAGUE_ENDED');
        const isOwner = league.ownerId === user.id;
        const member = await people.findMember(tx, id, userId);
        const isSafe = userId === league.ownerId || (member?.isHelper && !isOwner);
        if (member?.state !== NEEDED[action] || isSafe) throw fail('NOT_FOUND');
        await carryOut(deps, { tx, league, member }, decision);
        const event = action === 'member' ? null : EVENT_OF[action];
        const params: TextParams = action === 'remove' && reason ? { why: reason } : {};
        const notices = event ? [leagueNotice(userId, league, event, params)] : [];
        await storeNotices(tx, notices, new Date(clock.now()));
        return notices;
      });
      publishStored(bus, notices);
    },

    /**
     * Approves requests to join, without those that were decided or taken back meanwhile.
     * @returns the number of approved requests
     * @throws NOT_FOUND, LEAGUE_ENDED
     */
    async approve(user: SessionUser, id: string, userIds: readonly number[]): Promise<number> {
      const notices = await sql.begin((tx) => approveIn(tx, deps, { user, id, userIds }));
      publishStored(bus, notices);
      return notices.length;
    },

    /**
     * Archives a league for good. An owner deletes the league instead when it has not started, or when it has no
     * private game and nobody else joined it. An admin of the site gives a reason, which the owner reads and the audit
     * log stores.
     * @throws NOT_FOUND, INVALID without a reason
     */
    async archive(
      user: SessionUser,
      id: string,
      reason: string | undefined,
    ): Promise<'deleted' | 'archived'> {
      const { outcome, notices } = await sql.begin((tx) => archiveIn(tx, deps, { user, id, reason }));
      publishStored(bus, notices);
      return outcome;
    },
  };
}
