/**
 * What several accounts of one person have in common: a mark of the browser, and trading as mirrors. Hints for admins,
 * no proof. A mark is a hash of network (IPv4 /24, IPv6 /64) and user agent with a random salt that lives at most 30
 * days; marks and what names them go 30 days after they were last seen.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from '#db/client.ts';
import * as rows from '#db/queries/account/browser-marks.ts';
import { type Addresses, networkOf } from '#framework/http/address.ts';
import { purposeKey } from '#framework/http/signing.ts';
import type { Clock } from '../platform/clock.ts';

const DAY_MS = 24 * 3_600_000;
export const MARK_LIFE_MS = 30 * DAY_MS;
/** Characters of the User-Agent that count: no browser's own is longer. */
const AGENT_CHARS = 500;
const BATCH = 10_000;
/** How many of the accounts that share a mark are named. */
export const NAMES_SHOWN = 12;
/** Of more accounts than this at one moment or one mark nothing is said of a pair. */
export const CROWD = 12;
const MIRRORS = { fills: 30_000, windowMs: 30_000, crowd: CROWD, times: 3 };

export type BrowserMarks = ReturnType<typeof createMarks>;

/** @param deps.secret the installation's */
export function createMarks(deps: { sql: Sql; clock: Clock; secret: Uint8Array; addresses: Addresses }) {
  const { sql, clock, addresses } = deps;
  const key = purposeKey(deps.secret, 'paperpit browser mark');
  let current: { period: number; salt: Promise<Uint8Array> } | null = null;

  const periodNow = () => Math.floor(clock.now() / MARK_LIFE_MS);

  /** The salt of the present 30 days, the same in all processes. */
  function salt(): Promise<Uint8Array> {
    const period = periodNow();
    if (current?.period !== period) {
      const made = rows.markSalt(sql, period, randomBytes(32));
      current = { period, salt: made };
      made.catch(() => {
        current = null;
      });
    }
    return current.salt;
  }

  return {
    /** The hash (16 bytes) of the network and user agent a request comes from. */
    async of(request: Request): Promise<Uint8Array> {
      const network = networkOf(addresses.of(request));
      const agent = (request.headers.get('user-agent') ?? '').slice(0, AGENT_CHARS);
      const hash = createHmac('sha256', key).update(await salt());
      return hash.update(`${network}\n${agent}`).digest().subarray(0, 16);
    },

    /** Removes marks older than 30 days. @returns how many marks */
    async forget(): Promise<number> {
      const before = clock.now() - MARK_LIFE_MS;
      await rows.forgetSalts(sql, periodNow());
      while ((await rows.unmarkFills(sql, before, BATCH)) === BATCH);
      return await rows.forgetMarks(sql, before);
    },

    /** Accounts seen with the same mark. */
    shared: (page: { offset: number; limit: number }) => rows.listShared(sql, page, NAMES_SHOWN),

    /** Accounts that trade at the same moments, on opposite sides or `alike`. */
    mirrors: (page: { offset: number; limit: number }, alike: boolean) =>
      rows.listMirrors(sql, page, { ...MIRRORS, alike, since: clock.now() - MARK_LIFE_MS }),
  };
}
