/** Notes once a minute that a session is used, and by which browser. A trader who was away gets news of their orders. */
import type { SessionUser } from '#core/account/visitor.ts';
import type { Sql } from '#db/client.ts';
import * as rows from '#db/queries/account/sessions.ts';
import { type OrderNews, orderNews } from '#db/queries/orders/read.ts';
import { wantsPage } from '#framework/errors.tsx';
import type { Clock } from '../../platform/clock.ts';
import type { BrowserMarks } from '../marks.ts';
import { AWAY_MS } from './session-times.ts';

/** How stale `last_seen_at` may be, so that reading a page is not a write each time. */
const TOUCH_MS = 60_000;

export function createVisits({
  sql,
  clock,
  marks,
}: {
  sql: Sql;
  clock: Clock;
  marks: Pick<BrowserMarks, 'of'>;
}) {
  // not in SessionUser, so that no page and no answer shows it by accident
  const markIds = new WeakMap<SessionUser, bigint>();
  const newsOf = new WeakMap<SessionUser, OrderNews>();
  return {
    /** Notes that a session was used by a request at `now`, epoch ms. @param user what is known with it */
    async note(
      request: Request,
      tokenHash: Uint8Array,
      row: rows.SessionRow,
      now: number,
      user: SessionUser,
    ) {
      const idle = now - row.last_seen_at.getTime();
      const awayFrom = row.away_from ?? (idle >= AWAY_MS ? row.last_seen_at : null);
      const isBack = awayFrom !== null && opensPage(request);
      const touch = async () => {
        const mark = await marks.of(request);
        const seen = { tokenHash, userId: row.user_id, now, mark, awayFrom: isBack ? null : awayFrom };
        return await rows.touchSession(sql, seen);
      };
      const [markId, news] = await Promise.all([
        isBack || idle >= TOUCH_MS ? touch() : row.mark_id,
        isBack ? orderNews(sql, row.user_id, awayFrom) : null,
      ]);
      if (markId !== null) markIds.set(user, markId);
      if (news) newsOf.set(user, news);
    },

    /** The mark of the browser a user came from. */
    markOf: (user: SessionUser): bigint | null => markIds.get(user) ?? null,

    /** News of a user's orders, shown by this page only. */
    orderNewsOf: (user: SessionUser): OrderNews | null => newsOf.get(user) ?? null,

    /** Notes that pages of these sessions (hashes in hex) are looked at. */
    async see(tokenHashes: string[]): Promise<void> {
      const now = clock.now();
      if (tokenHashes.length > 0) await rows.seeSessions(sql, tokenHashes, now, now - TOUCH_MS);
    },
  };
}

/** Whether the browser opens a page: refreshes of an open one are fetched with another `sec-fetch-dest`. */
const opensPage = (request: Request) =>
  request.method === 'GET' &&
  wantsPage(request) &&
  (request.headers.get('sec-fetch-dest') ?? 'document') === 'document';
