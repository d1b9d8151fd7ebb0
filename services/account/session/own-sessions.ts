/** A user's sessions as they are shown to their owner, and the ways to end them. */
import type { Queryable, Sql } from '#db/client.ts';
import * as rows from '#db/queries/account/sessions.ts';
import { endOlderWays } from '#db/queries/account/sessions.ts';
import type { Clock } from '../../platform/clock.ts';
import { SESSION_IDLE_MS } from './session-times.ts';

/** How long a proof of identity (a sign-in, or the password once more) lasts, ms. */
const PROOF_MS = 10 * 60_000;

/** A session as its owner is shown it. */
export type OpenSession = Omit<rows.UserSession, 'tokenHash'> & { isThis: boolean };

export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** @param deps.presented SHA-256 of the token a request carries @param deps.tellEnd gets the hashes of ended sessions */
export function createOwnSessions(deps: {
  sql: Sql;
  clock: Clock;
  presented: (request: Request) => Buffer | null;
  tellEnd: (tokenHashes: Uint8Array[]) => void;
}) {
  const { sql, clock, presented, tellEnd } = deps;
  return {
    /** Removes sessions that ended by time. */
    forget: () => rows.deleteExpiredSessions(sql, clock.now(), clock.now() - SESSION_IDLE_MS),

    /** Ends every session of a user. */
    async closeAll(userId: number): Promise<void> {
      tellEnd(await rows.deleteUserSessions(sql, userId));
    },

    /**
     * Ends every older way into an account: sessions, mailed links, recovery codes, browser marks, Discord attempts.
     * @param keep the request whose session stays, or null @param first runs before, in the same transaction
     */
    async endOlderWays(
      userId: number,
      keep: Request | null,
      first: (tx: Queryable) => Promise<unknown> = async () => {},
    ): Promise<void> {
      const ended = await sql.begin(async (tx) => {
        await first(tx);
        return await endOlderWays(tx, userId, clock.now(), keep && presented(keep));
      });
      tellEnd(ended);
    },

    /** Ends one session of a user by its own id. @returns whether there was one */
    async closeOne(userId: number, id: string): Promise<boolean> {
      const ended = await rows.deleteSessionById(sql, userId, id);
      tellEnd(ended);
      return ended.length > 0;
    },

    /** Where a user is signed in, the request's first (`isThis`), then the last used. */
    async list(request: Request, userId: number): Promise<OpenSession[]> {
      const now = clock.now();
      const own = presented(request);
      const found = await rows.findUserSessions(sql, userId, now, now - SESSION_IDLE_MS);
      const all = found.map(({ tokenHash, ...place }) => ({
        ...place,
        isThis: own !== null && hex(tokenHash) === hex(own),
      }));
      return all.sort((a, b) => Number(b.isThis) - Number(a.isThis));
    },

    /** Whether the request's session has proved its identity within PROOF_MS. */
    async isProved(request: Request): Promise<boolean> {
      const tokenHash = presented(request);
      return tokenHash !== null && (await rows.isProvedSince(sql, tokenHash, clock.now() - PROOF_MS));
    },

    /** Notes that the request's session has proved its identity. */
    async prove(request: Request): Promise<void> {
      const tokenHash = presented(request);
      if (tokenHash) await rows.proveSession(sql, tokenHash, clock.now());
    },
  };
}
