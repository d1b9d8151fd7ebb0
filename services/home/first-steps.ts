import { FIRST_STEPS_GIFT } from '#core/shop/inventory.ts';
import type { Sql } from '#db/client.ts';
import { closeSteps, findFirstSteps, markSeen, type SeenPlace } from '#db/queries/account/preferences.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Bus } from '../realtime/bus.ts';

const MOST_REMEMBERED = 20_000;

type Deps = { sql: Sql; clock: Clock; log: Log; bus: Pick<Bus, 'publish'> };

/** The card with a new trader's first steps, which are ticked once done. */
export function createFirstSteps({ sql, clock, log, bus }: Deps) {
  /** Visits that this process has stored, so that repeated visits write nothing. */
  const stored = new Set<string>();

  return {
    /** Returns the steps done so far; null when the trader has closed the card. */
    read: (userId: number) => findFirstSteps(sql, userId),
    /** Closes the card for good. Gives a gift to a trader who did all steps. @returns true when the gift was given */
    async close(userId: number): Promise<boolean> {
      const isGiven = await closeSteps(sql, userId, new Date(clock.now()), FIRST_STEPS_GIFT);
      if (isGiven) bus.publish({ type: 'items', userId });
      return isGiven;
    },
    /** Stores, in the background, that the trader has opened a place of the first steps. */
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
