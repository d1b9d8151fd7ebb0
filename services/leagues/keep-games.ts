/** Starts and ends private games on schedule, and stores the equity of each day, in the first process to notice. */

import { rankLeague } from '#core/leagues/standing.ts';
import type { LeagueGame } from '#core/season/game.ts';
import { utcDay } from '#core/trading/day-limits.ts';
import type { Sql, Transaction } from '#db/client.ts';
import { storeDay } from '#db/queries/leagues/days.ts';
import { activateGame, dueGames, lockGame } from '#db/queries/leagues/games.ts';
import { type League, lockLeague, type OwnGame } from '#db/queries/leagues/leagues.ts';
import { tableMembers } from '#db/queries/leagues/members.ts';
import { compareClocks } from '#db/queries/platform/leases.ts';
import { writeResults } from '#db/queries/season/results.ts';
import { rulesOverTime, seasonById } from '#db/queries/season/seasons.ts';
import { storeNotices } from '../account/notifications.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createLoop } from '../platform/loop.ts';
import { closeChain } from '../proof/chain.ts';
import type { Bus, Notice } from '../realtime/bus.ts';
import { type EndDeps, endAtLastPrices } from '../season/results.ts';
import { type TermsDeps, termsNow } from '../season/terms.ts';
import { equityOfAll, storeGameDays } from './game-days.ts';
import { gameFigures } from './game-figures.ts';
import { leagueNotice, membersOfLeague, publishStored, tellUndecided } from './notices.ts';

const EVERY_MS = 1_000;

type Deps = EndDeps &
  TermsDeps & {
    sql: Sql;
    clock: Clock;
    bus: Pick<Bus, 'publish'>;
    log: Pick<Log, 'info' | 'warn'>;
    onSeasonEnded: () => void;
  };

export type GameKeeper = ReturnType<typeof createGameKeeper>;

export function createGameKeeper(deps: Deps) {
  const { sql, clock, bus, log } = deps;
  let isStopped = false;

  /** Starts or ends one game. @returns null when neither the start nor the end is due any more */
  async function keepOne(id: LeagueGame): Promise<'started' | 'ended' | null> {
    const step = await sql.begin(async (tx) => {
      await tx`set local statement_timeout = '60s'`;
      const league = await lockLeague(tx, id);
      if (!league?.game) return null;
      const { seasonId, startsAt, endsAt } = league.game;
      const status = await lockGame(tx, seasonId);
      const now = clock.now();
      if (status === 'waiting' && !league.archivedAt && startsAt.getTime() <= now) {
        await activateGame(tx, seasonId, new Date(now), termsNow(deps));
        const members = await membersOfLeague(tx, id);
        const notices = members.map((userId) => leagueNotice(userId, league, 'begun'));
        await storeNotices(tx, notices, new Date(now));
        return { did: 'started' as const, notices };
      }
      if (status !== 'active' || (!league.archivedAt && endsAt.getTime() > now)) return null;
      return { did: 'ended' as const, notices: await endGame(deps, tx, league, league.game, new Date(now)) };
    });
    if (!step) return null;
    log.info({ league: id, did: step.did }, 'a private game changed');
    publishStored(bus, step.notices);
    if (step.did === 'ended') deps.onSeasonEnded();
    return step.did;
  }

  /** Starts and ends the games that are due. @returns the number of changed games; 0 while the clock is wrong */
  async function check(): Promise<number> {
    const due = await dueGames(sql, clock.now());
    // results are final, so a process with a wrong clock leaves the end to another process
    if (due.length === 0 || (await compareClocks(sql))) return 0;
    let changed = 0;
    for (const id of due)
      try {
        if (await keepOne(id)) changed += 1;
      } catch (error) {
        // a position without a price delays the end of its own game only, until a later check
        if (!isStopped) log.warn({ err: error, league: id }, 'a private game could not be started or ended');
      }
    return changed;
  }

  async function work(): Promise<void> {
    await storeGameDays(deps, clock.now()).catch((error: unknown) => {
      if (!isStopped) log.warn({ err: error }, 'the day of private games could not be stored');
    });
    await check();
  }

  const loop = createLoop(work, {
    everyMs: EVERY_MS,
    log,
    failure: 'private games could not be looked after',
  });

  return {
    check,
    begin: loop.begin,
    stop(): void {
      isStopped = true;
      void loop.stop();
    },
  };
}

async function endGame(
  deps: Deps,
  tx: Transaction,
  league: League,
  { seasonId, startCash }: OwnGame,
  endedAt: Date,
): Promise<Notice[]> {
  const { id } = league;
  await endAtLastPrices(deps, tx, seasonId, endedAt);
  const requests = await tellUndecided(tx, { id }, endedAt);
  const members = await tableMembers(tx, [id]);
  const userIds = members.map(({ userId }) => userId);
  const figures = await gameFigures({ sql: tx, market: deps.market }, id as LeagueGame, userIds);
  const entries = members.flatMap(({ userId, hasLeft }) => {
    const account = figures.get(userId);
    return account
      ? [{ userId, base: startCash, equity: account.equity, isRanked: !hasLeft && account.trades > 0 }]
      : [];
  });
  const placed = rankLeague(entries);
  const table = placed.map(({ userId, equity, place }, i) => {
    const { cash, realised, trades } = figures.get(userId)!;
    const row = { userId, equity, place, rowNumber: i + 1, rank: 'CADET' as const, isDisqualified: false };
    return { ...row, cash, realised, trades };
  });
  await writeResults(tx, seasonId, table);
  // games that were created before private games had chains have no chain to close
  if ((await rulesOverTime(tx, seasonId)).length > 0)
    await closeChain(tx, await seasonById(tx, seasonId), endedAt);
  const equities = equityOfAll(userIds, figures, startCash);
  await storeDay(tx, id, utcDay(endedAt.getTime()), equities);
  const places = new Map(placed.map(({ userId, place }) => [userId, place]));
  const present = members.filter(({ hasLeft }) => !hasLeft);
  const notices = present.map(({ userId }) => {
    const place = places.get(userId) ?? null;
    return place === null
      ? leagueNotice(userId, league, 'over')
      : leagueNotice(userId, league, 'overPlace', { place, total: present.length });
  });
  await storeNotices(tx, notices, endedAt);
  return [...requests, ...notices];
}
