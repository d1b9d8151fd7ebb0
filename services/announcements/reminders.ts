/** Reminders of the season's planned start and end. */
import { dueReminders } from '#core/announcements/announcements.ts';
import type { Sql } from '#db/client.ts';
import { silentKinds } from '#db/queries/announcements.ts';
import { competitionSchedule } from '#db/queries/season/competition.ts';
import { lockSeasons, newestSeason } from '#db/queries/season/seasons.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createLoop } from '../platform/loop.ts';
import type { Seasons } from '../season/seasons.ts';
import { tellReminder } from './tell.ts';

const EVERY_MS = 5_000;

export function createReminders({
  sql,
  clock,
  seasons,
  log,
}: {
  sql: Sql;
  clock: Clock;
  seasons: Pick<Seasons, 'current' | 'schedule'>;
  log: Pick<Log, 'warn'>;
}) {
  const settled = new Set<string>();

  /** Sends the due reminders. The first process to do so sends for all. */
  async function remind(): Promise<void> {
    const season = seasons.current();
    if (!season) return;
    const due = dueReminders({ ...seasons.schedule(), season }, clock.now());
    const unsettled = due.filter((reminder) => !settled.has(JSON.stringify(reminder)));
    if (unsettled.length === 0) return;
    const silent = await silentKinds(sql);
    if (unsettled.every(({ kind }) => silent.includes(kind))) return;
    const sent = await sql.begin(async (tx) => {
      // edits take the same lock, so no edit changes the planned time before the reminder is stored
      await lockSeasons(tx);
      const newest = await newestSeason(tx);
      if (!newest) return [];
      const now = clock.now();
      const plan = { ...(await competitionSchedule(tx)), season: newest };
      const reminders = dueReminders(plan, now).filter(({ kind }) => !silent.includes(kind));
      for (const reminder of reminders) await tellReminder(tx, reminder, new Date(now));
      return reminders;
    });
    // after the commit: a rolled-back reminder is sent at the next check
    for (const reminder of sent) settled.add(JSON.stringify(reminder));
  }

  return {
    remind,
    ...createLoop(remind, { everyMs: EVERY_MS, log, failure: 'reminders could not be sent' }),
  };
}
