/** The tables of leagues: members by return, from the leaderboard in memory or from the accounts of a private game. */

import { createCache } from '#core/cache.ts';
import type { RowFigures } from '#core/leaderboard/row.ts';
import { type LeaguePhase, leaguePhase } from '#core/leagues/leagues.ts';
import { type LeagueEntry, type PlacedEntry, rankLeague } from '#core/leagues/standing.ts';
import { readCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import type { LeagueGame } from '#core/season/game.ts';
import type { Sql } from '#db/client.ts';
import type { League, OwnGame } from '#db/queries/leagues/leagues.ts';
import { type TableMember, tableMembers } from '#db/queries/leagues/members.ts';
import { resultStandingsOf } from '#db/queries/season/results.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import type { Market } from '#market/market.ts';
import { coarse, type Viewer } from '../account/privacy.ts';
import type { LeaderboardService } from '../leaderboard/leaderboard.ts';
import type { Clock } from '../platform/clock.ts';
import type { Seasons } from '../season/seasons.ts';
import { type GameFigures, gameFigures } from './game-figures.ts';

export type LeagueTableRow = PlacedEntry &
  Pick<TableMember, 'hasLeft' | 'changedAt' | 'joinedAt'> & {
    /**
     * `cash` and `trades`: null in a season that hides positions, before the season, for a member who does not take part
     * in it, and while figures are older than the membership.
     */
    cash: Cents | null;
    trades: number | null;
  };
/** A league's table as one viewer may see it. */
export type LeagueTable = {
  phase: LeaguePhase;
  rows: LeagueTableRow[];
  /** True when the figures of other traders come from a snapshot and are rounded to steps. */
  isLate: boolean;
  startCash: Cents;
};

type Source = Pick<LeagueTable, 'phase' | 'isLate' | 'startCash'> & {
  figures: ReadonlyMap<number, RowFigures>;
  /** The viewer's exact figures while `isLate`; null otherwise, and without a row. */
  mine: RowFigures | null;
  /** When the figures were taken, epoch ms. */
  takenAt: number;
  /** Null before the season's end. */
  endedAt: Date | null;
};

export type LeagueDeps = {
  sql: Sql;
  seasons: Pick<Seasons, 'current' | 'startCash' | 'nextStartCash'>;
  leaderboard: Pick<LeaderboardService, 'mine' | 'seenBy'>;
  market: Pick<Market, 'quotes' | 'capabilities' | 'now' | 'isListed' | 'screen'>;
};

/** Reads the figures of a past season, which are no longer in memory. */
async function pastSource(sql: Sql, number: number, userIds: readonly number[]): Promise<Source> {
  const season = await seasonByNumber(sql, number);
  const rows = season ? await resultStandingsOf(sql, season.id, userIds) : [];
  return {
    phase: 'over',
    isLate: false,
    startCash: readCents(season?.startCash ?? '0'),
    figures: new Map(rows.map((row) => [row.userId, row])),
    mine: null,
    takenAt: Number.POSITIVE_INFINITY,
    endedAt: season?.endedAt ?? null,
  };
}

async function sourceOf(
  { sql, seasons, leaderboard }: LeagueDeps,
  number: number,
  userIds: readonly number[],
  viewer: Viewer,
): Promise<Source> {
  const current = seasons.current();
  const phase = leaguePhase({ seasonNumber: number, game: null }, current);
  if (phase === 'over' && number !== current?.number) return await pastSource(sql, number, userIds);
  if (phase === 'before') {
    const startCash = seasons.nextStartCash();
    return { phase, isLate: false, startCash, figures: new Map(), mine: null, takenAt: 0, endedAt: null };
  }
  const startCash = seasons.startCash();
  const view = leaderboard.seenBy(viewer);
  const figures = new Map((await view.figures(userIds)).map((row) => [row.userId, row]));
  const mine = view.isLate ? await view.mine(viewer.id) : null;
  const takenAt = phase === 'over' ? Number.POSITIVE_INFINITY : view.state().computedAt;
  return { phase, isLate: view.isLate, startCash, figures, mine, takenAt, endedAt: current?.endedAt ?? null };
}

/**
 * Returns the members as the table shows them: a member who leaves after the end stays in the table.
 * @param endedAt null before the end
 */
const membersOf = (members: readonly TableMember[], endedAt: Date | null): readonly TableMember[] =>
  endedAt === null
    ? members
    : members.map((member) => ({ ...member, hasLeft: member.hasLeft && member.changedAt < endedAt }));

/**
 * Returns a league's table. While positions are hidden, places and the returns of others are computed from rounded
 * totals, so that a table reveals no more than the leaderboard. A viewer's own return is exact.
 */
function tableOf(source: Source, members: readonly TableMember[], viewer: Viewer): LeagueTable {
  const { figures, mine, takenAt, phase, isLate, startCash } = source;
  const byUser = new Map(members.map((member) => [member.userId, member]));
  // `base` is the member's equity on joining: figures from before would give a return from before
  const isNewer = ({ base, joinedAt }: TableMember) => base === null || takenAt >= joinedAt.getTime();
  const publicAmount = (amount: Cents) => (isLate ? coarse(amount, startCash) : amount);
  const entries = members.map((member): LeagueEntry => {
    const { userId, hasLeft } = member;
    const row = figures.get(userId);
    const base = publicAmount(member.base ?? startCash);
    const isRanked = !hasLeft && row !== undefined && row.place !== null;
    return { userId, base, equity: row && isNewer(member) ? row.equity : base, isRanked };
  });
  const rows = rankLeague(entries).map((entry): LeagueTableRow => {
    const member = byUser.get(entry.userId)!;
    const { hasLeft, changedAt, joinedAt, base } = member;
    const visible = !isLate && isNewer(member) ? figures.get(entry.userId) : undefined;
    const [cash, trades] = [visible?.cash ?? null, visible?.trades ?? null];
    const row = { ...entry, hasLeft, changedAt, joinedAt, cash, trades };
    const isOwn = mine !== null && entry.userId === viewer.id;
    return isOwn ? { ...row, base: base ?? startCash, equity: mine.equity } : row;
  });
  return { phase, isLate, startCash, rows };
}

/** How long the figures of a running private game are cached, ms. */
const KEPT_MS = 5_000;
const MOST_KEPT = 1_000;
type Figures = ReadonlyMap<number, GameFigures>;
/** Reads the figures of the members who have an account in the game, by user id. */
export type ReadGame = (id: string, userIds: readonly number[]) => Promise<Figures>;

/** Returns a function that values a private game, and caches the figures for KEPT_MS. */
export function createGameReads({ sql, market, clock }: LeagueDeps & { clock: Clock }): ReadGame {
  const cache = createCache<Figures>({ ttlMs: KEPT_MS, max: MOST_KEPT, now: clock.now });
  return (id, userIds) =>
    cache.get(`${id} ${userIds.toSorted().join(' ')}`, () =>
      gameFigures({ sql, market }, id as LeagueGame, userIds),
    );
}

/**
 * Returns the table of a private game, from stored results once the game is over. The table is sorted by equity,
 * because all accounts have the same start cash.
 */
async function ownTable(
  { sql }: LeagueDeps,
  readGame: ReadGame,
  id: string,
  game: OwnGame,
  members: readonly TableMember[],
): Promise<LeagueTable> {
  const { startCash, seasonId, status } = game;
  const phase = leaguePhase({ seasonNumber: null, game }, null);
  const userIds = members.map(({ userId }) => userId);
  const head = { phase, isLate: false, startCash };
  if (status === 'ended') {
    const results = new Map(
      (await resultStandingsOf(sql, seasonId, userIds)).map((row) => [row.userId, row]),
    );
    const numberOf = ({ userId }: TableMember) => results.get(userId)?.rowNumber ?? members.length + 1;
    const sorted = members.toSorted((a, b) => numberOf(a) - numberOf(b));
    const rows = sorted.map(({ userId, joinedAt, changedAt, hasLeft }): LeagueTableRow => {
      const result = results.get(userId);
      const { place = null, cash = startCash, trades = 0, equity = startCash } = result ?? {};
      const isRanked = place !== null;
      return { userId, joinedAt, changedAt, hasLeft, place, isRanked, base: startCash, equity, cash, trades };
    });
    return { ...head, rows };
  }
  const figures: Figures = phase === 'running' ? await readGame(id, userIds) : new Map();
  const byUser = new Map(members.map((member) => [member.userId, member]));
  const entries = members.map(({ userId, hasLeft }): LeagueEntry => {
    const account = figures.get(userId);
    const isRanked = !hasLeft && account !== undefined && account.trades > 0;
    return { userId, base: startCash, equity: account?.equity ?? startCash, isRanked };
  });
  const rows = rankLeague(entries).map((entry): LeagueTableRow => {
    const { hasLeft, changedAt, joinedAt } = byUser.get(entry.userId)!;
    const { cash = startCash, trades = 0 } = figures.get(entry.userId) ?? {};
    return { ...entry, hasLeft, changedAt, joinedAt, cash, trades };
  });
  return { ...head, rows };
}

/** Returns the tables of leagues by id, as `viewer` may see them. Leagues over the same season share one read. */
export async function leagueTables(
  deps: LeagueDeps,
  readGame: ReadGame,
  leagues: readonly Pick<League, 'id' | 'seasonNumber' | 'game'>[],
  viewer: Viewer,
): Promise<Map<string, LeagueTable>> {
  const members = Map.groupBy(
    await tableMembers(
      deps.sql,
      leagues.map(({ id }) => id),
    ),
    ({ leagueId }) => leagueId,
  );
  const readOwn = async (id: string, game: OwnGame) =>
    [id, await ownTable(deps, readGame, id, game, membersOf(members.get(id) ?? [], game.endedAt))] as const;
  const tables = new Map(
    await Promise.all(leagues.flatMap(({ id, game }) => (game ? [readOwn(id, game)] : []))),
  );
  for (const [number, group] of Map.groupBy(leagues, ({ seasonNumber }) => seasonNumber)) {
    if (number === null) continue;
    const userIds = new Set(group.flatMap(({ id }) => (members.get(id) ?? []).map(({ userId }) => userId)));
    const source = await sourceOf(deps, number, [...userIds], viewer);
    for (const { id } of group)
      tables.set(id, tableOf(source, membersOf(members.get(id) ?? [], source.endedAt), viewer));
  }
  return tables;
}
