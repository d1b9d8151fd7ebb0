/** Mailed links. The token is 256 random bits; the database has only its SHA-256. */
import type { Sql } from '#db/client.ts';
import * as rows from '#db/queries/account/recovery.ts';
import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';

const MINUTE_MS = 60_000;
/** Lifetime of a link, ms, its address, and how many a person is mailed in an hour. */
const KINDS = {
  reset: { life: 30 * MINUTE_MS, path: '/auth/reset', most: 3 },
  email: { life: 24 * 60 * MINUTE_MS, path: '/auth/confirm-email', most: 5 },
} as const;
/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

export type MailedLinks = ReturnType<typeof createMailedLinks>;

/** Creates links on PUBLIC_URL, whatever Host a request names. */
export function createMailedLinks(deps: { sql: Sql; clock: Clock; settings: Pick<Settings, 'publicUrl'> }) {
  const { sql, clock, settings } = deps;
  return {
    /**
     * Creates a link, which replaces the person's older one of its kind.
     * @param email the address it confirms
     * @returns its address; null when the person got too many of them lately
     */
    async make(userId: number, kind: rows.LinkKind, email: string | null = null): Promise<string | null> {
      const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
      const { life, path, most } = KINDS[kind];
      const now = clock.now();
      const link = { userId, kind, tokenHash: hashOf(token), email };
      const isMade = await sql.begin((tx) => rows.insertLink(tx, link, { now, expires: now + life, most }));
      return isMade ? `${settings.publicUrl}${path}?token=${token}` : null;
    },

    /**
     * Uses a link up.
     * @param userId its owner, if it must be this one
     * @returns null when the link is unknown, used or expired
     */
    async take(kind: rows.LinkKind, token: string, userId: number | null = null) {
      return TOKEN.test(token) ? await rows.takeLink(sql, kind, hashOf(token), clock.now(), userId) : null;
    },

    /** True while a link works. @param userId its owner, if it must be this one */
    async isAlive(kind: rows.LinkKind, token: string, userId: number | null = null): Promise<boolean> {
      return TOKEN.test(token) && (await rows.isLinkAlive(sql, kind, hashOf(token), clock.now(), userId));
    },

    /** Returns the address that waits for its confirmation. */
    pendingEmail: (userId: number) => rows.pendingEmail(sql, userId, clock.now()),

    endConfirmation: (userId: number) => rows.endLinks(sql, userId, 'email', clock.now()),

    /** Deletes links that expired long ago. */
    forget: () => rows.deleteOldLinks(sql, clock.now()),
  };
}

const hashOf = (token: string) => new Bun.CryptoHasher('sha256').update(token).digest();

/** Returns where a refused form with a token goes back to; a page opened by a mailed link sends no referrer. */
export const tokenPage = (path: string) => (body: unknown) => {
  const { token } = (body ?? {}) as { token?: unknown };
  return typeof token === 'string' && TOKEN.test(token) ? `${path}?token=${token}` : path;
};
