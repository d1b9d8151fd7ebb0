/**
 * Hints for admins that accounts may belong to one person: a shared browser mark, and mirrored trading. A hint proves
 * nothing. A browser mark is a hash of network (IPv4 /24, IPv6 /64) and user agent with a random salt, which is deleted
 * after 30 days. A mark is deleted 30 days after its last use, the reference in a fill 30 days after the fill.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { createCache } from '#core/cache.ts';
import type { Sql } from '#db/client.ts';
import * as rows from '#db/queries/account/browser-marks.ts';
import { type Addresses, networkOf } from '#framework/http/address.ts';
import { purposeKey } from '#framework/http/signing.ts';
import type { Clock } from '../platform/clock.ts';

const DAY_MS = 24 * 3_600_000;
export const MARK_LIFE_MS = 30 * DAY_MS;
/** Characters of the User-Agent in the hash; browsers send fewer. */
const AGENT_CHARS = 500;
const BATCH = 10_000;
/** Most accounts listed for one browser mark. */
export const NAMES_SHOWN = 12;
/** When more accounts than this share a browser mark or a moment of trading, that is no hint about two of them. */
export const CROWD = 12;
const MIRRORS = { fills: 30_000, windowMs: 30_000, crowd: CROWD, times: 3 };

export type BrowserMarks = ReturnType<typeof createMarks>;

/** @param deps.secret 32 random bytes of the installation */
export function createMarks(deps: { sql: Sql; clock: Clock; secret: Uint8Array; addresses: Addresses }) {
  const { sql, clock, addresses } = deps;
  const key = purposeKey(deps.secret, 'paperpit browser mark');
  const salts = createCache<Uint8Array>({ ttlMs: MARK_LIFE_MS, max: 1, now: clock.now });

  const periodNow = () => Math.floor(clock.now() / MARK_LIFE_MS);

  /** Returns the salt of the current period of 30 days, the same in all processes. */
  function salt(): Promise<Uint8Array> {
    const period = periodNow();
    return salts.get(String(period), () => rows.markSalt(sql, period, randomBytes(32)));
  }

  return {
    async of(request: Request): Promise<Uint8Array> {
      const network = networkOf(addresses.of(request));
      const agent = (request.headers.get('user-agent') ?? '').slice(0, AGENT_CHARS);
      const hash = createHmac('sha256', key).update(await salt());
      return hash.update(`${network}\n${agent}`).digest().subarray(0, 16);
    },

    /**
     * Deletes browser marks unused for 30 days, references to marks in fills older than 30 days, and the salts of
     * earlier periods.
     * @returns the number of deleted marks
     */
    async forget(): Promise<number> {
      const oldest = clock.now() - MARK_LIFE_MS;
      await rows.forgetSalts(sql, periodNow());
      while ((await rows.unmarkFills(sql, oldest, BATCH)) === BATCH);
      return await rows.forgetMarks(sql, oldest);
    },

    shared: (page: { offset: number; limit: number }) => rows.listShared(sql, page, NAMES_SHOWN),

    /**
     * Lists pairs of accounts that trade at the same moments, on opposite sides or `alike`.
     * @param userId limits the pairs to pairs with this account
     */
    mirrors: (page: { offset: number; limit: number }, alike: boolean, userId: number | null = null) =>
      rows.listMirrors(sql, page, { ...MIRRORS, userId, alike, since: clock.now() - MARK_LIFE_MS }),
  };
}
