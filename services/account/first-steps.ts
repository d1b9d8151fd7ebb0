/** The first steps of a new trader, ticked by what they did. */
import type { Sql } from '#db/client.ts';
import { closeSteps, findFirstSteps, markSeen, type SeenPlace } from '#db/queries/account/preferences.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

const MOST_REMEMBERED = 20_000;

export function createFirstSteps({ sql, clock, log }: { sql: Sql; clock: Clock; log: Log }) {
  /** Visits that are stored already: a page that is read often writes once. */
  const stored = new Set<string>();

  return {
    /** The steps done so far; null once the card was closed. */
    read: (userId: number) => findFirstSteps(sql, userId),
    /** Closes the card for good. */
    close: (userId: number) => closeSteps(sql, userId, new Date(clock.now())),
    /** Notes a visit; the page does not wait for it. */
    saw(userId: number, place: SeenPlace): void {
      const key = `${userId} ${place}`;
      if (stored.has(key)) return;
      if (stored.size >= MOST_REMEMBERED) stored.clear();
      stored.add(key);
      markSeen(sql, userId, place).catch((err) => {
        stored.delete(key);
        log.warn({ err }, 'a first step was not stored');
      });
    },
  };
}
