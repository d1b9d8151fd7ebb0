/** The tables of leagues: members by their return, from the leaderboard in memory. */

import type { RowFigures } from '#core/leaderboard/row.ts';
import { type LeaguePhase, leaguePhase } from '#core/leagues/leagues.ts';
import { type LeagueEntry, type PlacedEntry, rankLeague } from '#core/leagues/standing.ts';
import { readCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import type { Sql } from '#db/client.ts';
import type { League } from '#db/queries/leagues/leagues.ts';
import { type TableMember, tableMembers } from '#db/queries/leagues/members.ts';
import { resultStandingsOf } from '#db/queries/season/results.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { coarse, type Viewer } from '../account/privacy.ts';
import type { LeaderboardService } from '../leaderboard/leaderboard.ts';
import type { Seasons } from '../season/seasons.ts';

export type LeagueTableRow = PlacedEntry &
  Pick<TableMember, 'hasLeft' | 'changedAt' | 'joinedAt'> & {
    /** Null where the viewer may not read them, and while there is no figure since the member joined. */
    cash: Cents | null;
    trades: number | null;
  };
/** A league's table as one viewer may see it. */
export type LeagueTable = {
  phase: LeaguePhase;
  rows: LeagueTableRow[];
  /** Others' figures are those of a snapshot, in steps. */
  isLate: boolean;
  startCash: Cents;
};

/** The figures that the tables of one season are made of. */
type Source = Pick<LeagueTable, 'phase' | 'isLate' | 'startCash'> & {
  figures: ReadonlyMap<number, RowFigures>;
  /** The viewer's exact figures; null for a viewer without a row. */
  mine: RowFigures | null;
  /** When the figures were taken, epoch ms. */
  takenAt: number;
};

export type LeagueDeps = {
  sql: Sql;
  seasons: Pick<Seasons, 'current' | 'startCash'>;
  leaderboard: Pick<LeaderboardService, 'mine' | 'seenBy'>;
};

/** Reads the figures of a season that is over and no longer the newest. */
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
  };
}

async function sourceOf(
  { sql, seasons, leaderboard }: LeagueDeps,
  number: number,
  userIds: readonly number[],
  viewer: Viewer,
): Promise<Source> {
  const current = seasons.current();
  const phase = leaguePhase(number, current);
  if (phase === 'over' && number !== current?.number) return await pastSource(sql, number, userIds);
  const startCash = seasons.startCash();
  if (phase === 'before')
    return { phase, isLate: false, startCash, figures: new Map(), mine: null, takenAt: 0 };
  const view = leaderboard.seenBy(viewer);
  const figures = new Map((await view.figures(userIds)).map((row) => [row.userId, row]));
  const mine = view.isLate ? await view.mine(viewer.id) : null;
  const takenAt = phase === 'over' ? Number.POSITIVE_INFINITY : view.state().computedAt;
  return { phase, isLate: view.isLate, startCash, figures, mine, takenAt };
}

/**
 * Returns a league's table. While positions are hidden, places and the returns of others are made of rounded totals, so that
 * a table tells no more than the leaderboard; the viewer reads the exact return.
 */
function tableOf(source: Source, members: readonly TableMember[], viewer: Viewer): LeagueTable {
  const { figures, mine, takenAt, phase, isLate, startCash } = source;
  const byUser = new Map(members.map((member) => [member.userId, member]));
  // figures from before the member joined would show what happened outside of the league
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

/** Returns the tables of leagues by their ids, as `viewer` may see them: one query of members, one read of each season. */
export async function leagueTables(
  deps: LeagueDeps,
  leagues: readonly Pick<League, 'id' | 'seasonNumber'>[],
  viewer: Viewer,
): Promise<Map<string, LeagueTable>> {
  const members = Map.groupBy(
    await tableMembers(
      deps.sql,
      leagues.map(({ id }) => id),
    ),
    ({ leagueId }) => leagueId,
  );
  const tables = new Map<string, LeagueTable>();
  for (const [number, group] of Map.groupBy(leagues, ({ seasonNumber }) => seasonNumber)) {
    const userIds = new Set(group.flatMap(({ id }) => (members.get(id) ?? []).map(({ userId }) => userId)));
    const source = await sourceOf(deps, number, [...userIds], viewer);
    for (const { id } of group) tables.set(id, tableOf(source, members.get(id) ?? [], viewer));
  }
  return tables;
}
