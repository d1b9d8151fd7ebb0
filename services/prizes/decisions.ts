import { usernameKey } from '#core/account/username.ts';
import { fail } from '#core/refusals/refusals.ts';
import { type DecisionKind, faultOf } from '#core/season/awards.ts';
import type { Sql, Transaction } from '#db/client.ts';
import { insertNotifications } from '#db/queries/account/notifications.ts';
import { findTrader } from '#db/queries/leaderboard/traders.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import {
  insertDecision,
  markCorrected,
  type SeasonAward,
  seasonAwards,
  setAwardStatus,
  setPaid,
  withholdFromFewTrades,
} from '#db/queries/season/awards.ts';
import { addDisqualification, removeDisqualification } from '#db/queries/season/results.ts';
import * as rows from '#db/queries/season/seasons.ts';
import { tellConfirmed } from '../announcements/tell.ts';
import type { LeaderboardService } from '../leaderboard/leaderboard.ts';
import type { Clock } from '../platform/clock.ts';
import type { Bus } from '../realtime/bus.ts';
import { rerankResults } from '../season/results.ts';
import type { Seasons } from '../season/seasons.ts';
import { confirmIn, dealAgain, prizeAmounts, prizeText, readVerdict } from './deal.ts';

type TraderInSeason = { season: number; username: string };
type Season = rows.SeasonRow;

/** @throws NOT_FOUND, UNKNOWN_TRADER */
async function lockTrader(tx: Transaction, { season: number, username }: TraderInSeason) {
  await rows.lockSeasons(tx);
  const season = await rows.seasonByNumber(tx, number);
  if (!season) throw fail('NOT_FOUND');
  const trader = await findTrader(tx, usernameKey(username), { isForStaff: true });
  // a finished season ranks the traders who have become admins since
  const isRanked = trader && (season.endedAt || !trader.isAdmin);
  if (!isRanked || !(await rows.tookPart(tx, season, trader.id))) throw fail('UNKNOWN_TRADER');
  return { season, trader };
}

/**
 * Stores a decision about a trader and deals a finished season's prizes again.
 * @throws a refusal when earlier decisions forbid it
 */
async function decideOn(
  tx: Transaction,
  season: Season,
  decision: {
    kind: Exclude<DecisionKind, 'confirm' | 'paid'>;
    userId: number;
    username: string;
    reason: string | null;
    isPublic: boolean;
    adminId: number | null;
  },
  at: Date,
): Promise<void> {
  const { kind, userId, username, adminId } = decision;
  const verdict = await readVerdict(tx, season.id);
  const next = { kind, userId, paid: null };
  const fault = faultOf(verdict, next);
  if (fault) throw faultOfTrader(fault, username);
  const changesPlaces = kind === 'disqualify' || verdict.out.has(userId);
  await insertDecision(tx, { ...decision, paid: null, seasonId: season.id, at });
  if (kind === 'lift' && verdict.out.has(userId) && !(await removeDisqualification(tx, season.id, userId)))
    throw faultOfTrader('NOTHING_TO_LIFT', username);
  if (changesPlaces) await rerankResults(tx, season, at);
  // the check for few trades at the season's end skipped disqualified traders
  if (kind === 'lift' && changesPlaces && !verdict.paid.has(userId) && prizeAmounts(season).length > 0)
    await withholdFromFewTrades(tx, season, at, { userId, adminId });
  if (adminId !== null) await markCorrected(tx, season.id, at);
  await dealAgain(tx, season, at);
}

const faultOfTrader = (fault: NonNullable<ReturnType<typeof faultOf>>, username: string) =>
  fault === 'ALREADY_DISQUALIFIED' || fault === 'ALREADY_WITHOUT_PRIZE' || fault === 'NOTHING_TO_LIFT'
    ? fail(fault, { params: { username } })
    : fail(fault);

const note = (
  tx: Transaction,
  adminId: number,
  action: string,
  after: Record<string, string | number | boolean>,
) => writeAudit(tx, { userId: adminId, action, after });

async function disqualify(
  tx: Transaction,
  who: TraderInSeason & { reason: string },
  adminId: number,
  at: Date,
): Promise<void> {
  const { season, trader } = await lockTrader(tx, who);
  const { id: userId, username } = trader;
  const { reason } = who;
  if (!(await addDisqualification(tx, { seasonId: season.id, userId, reason, adminId })))
    throw faultOfTrader('ALREADY_DISQUALIFIED', username);
  await note(tx, adminId, 'disqualify', { season: season.number, username, reason });
  if (!season.endedAt) return;
  const decision = { kind: 'disqualify', userId, username, reason, isPublic: true, adminId } as const;
  await decideOn(tx, season, decision, at);
}

async function lift(
  tx: Transaction,
  who: TraderInSeason & { reason: string },
  adminId: number,
  at: Date,
): Promise<void> {
  const { season, trader } = await lockTrader(tx, who);
  const { id: userId, username } = trader;
  const { reason } = who;
  await note(tx, adminId, 'lift', { season: season.number, username, reason });
  if (season.endedAt) {
    const decision = { kind: 'lift', userId, username, reason, isPublic: false, adminId } as const;
    return await decideOn(tx, season, decision, at);
  }
  if (!(await removeDisqualification(tx, season.id, userId)))
    throw faultOfTrader('NOTHING_TO_LIFT', username);
}

async function withhold(
  tx: Transaction,
  who: TraderInSeason & { reason: string; isPublic: boolean },
  adminId: number,
  at: Date,
): Promise<void> {
  const { season, trader } = await lockTrader(tx, who);
  if (!season.endedAt) throw fail('NOT_ENDED');
  const { id: userId, username } = trader;
  const { reason, isPublic } = who;
  await note(tx, adminId, 'no_prize', { season: season.number, username, reason, isPublic });
  const decision = { kind: 'no_prize', userId, username, reason, isPublic, adminId } as const;
  await decideOn(tx, season, decision, at);
}

/** Returns a hash of the winners and their prizes, by which a call notices that these have changed. */
export const winnersVersion = (awards: readonly SeasonAward[]): string =>
  Bun.hash(awards.map(({ userId, place, amount }) => `${userId} ${place} ${amount}`).join()).toString(36);

async function confirm(
  tx: Transaction,
  { season: number, version }: { season: number; version?: string | undefined },
  adminId: number,
  at: Date,
): Promise<void> {
  await rows.lockSeasons(tx);
  const season = await rows.seasonByNumber(tx, number);
  if (!season) throw fail('NOT_FOUND');
  if (!season.endedAt) throw fail('NOT_ENDED');
  if (season.confirmedAt) throw fail('ALREADY_CONFIRMED');
  if (version !== undefined && version !== winnersVersion(await seasonAwards(tx, season.id)))
    throw fail('CHANGED_MEANWHILE');
  await note(tx, adminId, 'confirm', { season: number });
  await confirmIn(tx, season, adminId, at);
  await tellConfirmed(tx, number, at);
}

async function pay(
  tx: Transaction,
  who: TraderInSeason & { note: string; version?: string | undefined },
  adminId: number,
  at: Date,
): Promise<void> {
  const { season, trader } = await lockTrader(tx, who);
  const award = (await seasonAwards(tx, season.id)).find(({ userId }) => userId === trader.id);
  if (!award) throw fail('NOT_FOUND');
  const { place, amount, status, userId, username } = award;
  const decision = { kind: 'paid', userId, paid: { place, amount } } as const;
  const fault = faultOf(await readVerdict(tx, season.id), decision);
  if (fault) throw faultOfTrader(fault, username);
  if (status !== 'claimed') throw fail('NOT_CLAIMED', { params: { username } });
  // the award has changed since the admin saw it, so the admin may have paid another amount
  if (who.version !== undefined && who.version !== winnersVersion([award])) throw fail('CHANGED_MEANWHILE');
  await insertDecision(tx, { ...decision, seasonId: season.id, reason: null, isPublic: false, adminId, at });
  await setPaid(tx, { seasonId: season.id, userId }, at, who.note);
  const params = { number: season.number, amount: prizeText(amount) };
  const title = { key: 'prizes:paidTitle', params };
  const message = { key: 'prizes:paidText', params };
  await insertNotifications(tx, [{ userId, topic: 'prize', title, message, at }]);
  await note(tx, adminId, 'paid', { season: season.number, username, note: who.note });
}

/** Called under the lock with the award. True when the prize must still be passed on. */
type IsDue = (award: SeasonAward | undefined, at: Date) => boolean;

async function passOn(
  tx: Transaction,
  { seasonId, userId }: { seasonId: number; userId: number },
  status: 'declined' | 'lapsed',
  isDue: IsDue,
  at: Date,
): Promise<void> {
  await rows.lockSeasons(tx);
  const season = await rows.seasonById(tx, seasonId);
  const award = (await seasonAwards(tx, seasonId)).find((row) => row.userId === userId);
  if (!isDue(award, at)) return;
  await setAwardStatus(tx, seasonId, userId, status);
  const { username } = award!;
  const nobody = { reason: null, isPublic: false, adminId: null };
  const decision = { kind: 'no_prize', userId, username, ...nobody } as const;
  await decideOn(tx, season, decision, at);
}

export type Decisions = ReturnType<typeof createDecisions>;

export type DecisionDeps = {
  sql: Sql;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  seasons: Pick<Seasons, 'refresh'>;
  leaderboard: Pick<LeaderboardService, 'rankNow'>;
};

export function createDecisions({ sql, clock, bus, seasons, leaderboard }: DecisionDeps) {
  /** Commits a decision, then updates season and leaderboard in all processes. */
  async function carryOut(work: (tx: Transaction, at: Date) => Promise<void>): Promise<void> {
    await sql.begin((tx) => work(tx, new Date(clock.now())));
    await seasons.refresh();
    bus.publish({ type: 'season' });
    await leaderboard.rankNow();
  }

  return {
    /**
     * Disqualifies a trader in a running or finished season: the row stays, without a place.
     * @throws NOT_FOUND, UNKNOWN_TRADER, ALREADY_DISQUALIFIED
     */
    disqualify: (who: TraderInSeason & { reason: string }, adminId: number) =>
      carryOut((tx, at) => disqualify(tx, who, adminId, at)),

    /**
     * Gives a disqualified trader the place back, or a trader without a prize the prize.
     * @throws NOT_FOUND, UNKNOWN_TRADER, NOTHING_TO_LIFT
     */
    lift: (who: TraderInSeason & { reason: string }, adminId: number) =>
      carryOut((tx, at) => lift(tx, who, adminId, at)),

    /**
     * Takes the prize from a trader who keeps the place. The money goes to the places below.
     * @param who.isPublic true when everybody may read the reason
     * @throws NOT_FOUND, UNKNOWN_TRADER, NOT_ENDED, ALREADY_WITHOUT_PRIZE, PRIZE_PAID
     */
    withhold: (who: TraderInSeason & { reason: string; isPublic: boolean }, adminId: number) =>
      carryOut((tx, at) => withhold(tx, who, adminId, at)),

    /**
     * Makes the winners of a season final and offers them their prizes.
     * @param what.version `winnersVersion` of the winners that the admin saw
     * @throws NOT_FOUND, NOT_ENDED, ALREADY_CONFIRMED, CHANGED_MEANWHILE
     */
    confirm: (what: { season: number; version?: string | undefined }, adminId: number) =>
      carryOut((tx, at) => confirm(tx, what, adminId, at)),

    /**
     * Notes that a winner was paid. A paid prize never changes.
     * @param who.version `winnersVersion` of the one award that the admin saw
     * @throws NOT_FOUND, UNKNOWN_TRADER, NOT_CONFIRMED, NOT_CLAIMED, PRIZE_PAID, CHANGED_MEANWHILE
     */
    pay: (who: TraderInSeason & { note: string; version?: string | undefined }, adminId: number) =>
      sql.begin((tx) => pay(tx, who, adminId, new Date(clock.now()))),

    /** Passes on a winner's declined or unanswered prize, unless `isDue` is false. @throws the errors of `isDue` */
    passOn: (award: { seasonId: number; userId: number }, status: 'declined' | 'lapsed', isDue: IsDue) =>
      carryOut((tx, at) => passOn(tx, award, status, isDue, at)),
  };
}
