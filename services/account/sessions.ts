/** Who is asking: a random token in a cookie, its SHA-256 in the database. */
import { deviceOf, roughNetwork } from '#core/account/device.ts';
import { restrictionOf } from '#core/account/restriction.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import type { Sql } from '#db/client.ts';
import * as rows from '#db/queries/account/sessions.ts';
import type { Addresses } from '#framework/http/address.ts';
import { cookieHeader, readCookie } from '#framework/http/cookies.ts';
import { isHttps } from '#framework/http/request.ts';
import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { BrowserMarks } from './marks.ts';
import { createOwnSessions, hex } from './session/own-sessions.ts';
import { LIFE_MS, SESSION_IDLE_MS } from './session/session-times.ts';
import { createVisits } from './session/visits.ts';

/** `tokenHash` (hex) names the session everywhere but in the cookie: sockets are tied to it. */
export type Session = { user: SessionUser; tokenHash: string };

/** The cookie of a session over http, and over https. */
export const SESSION_COOKIES = ['sid', '__Host-sid'] as const;

export type Sessions = ReturnType<typeof createSessions>;

/**
 * @param deps.onEnd gets the hash (hex) of every session that ends early
 * @param deps.marks what tells browsers apart
 */
export function createSessions(deps: {
  sql: Sql;
  clock: Clock;
  settings: Pick<Settings, 'publicUrl' | 'trustProxy'>;
  onEnd: (tokenHash: string) => void;
  marks: Pick<BrowserMarks, 'of'>;
  addresses: Addresses;
}) {
  const { sql, clock, settings, onEnd, marks, addresses } = deps;
  const { note, ...visits } = createVisits(deps);

  const secure = (request: Request) => isHttps(request, settings);

  // A __Host- cookie cannot be set from a subdomain or over http; plain http has no such thing.
  const cookieName = (request: Request) => SESSION_COOKIES[secure(request) ? 1 : 0];

  function cookie(request: Request, value: string, maxAgeMs: number): string {
    const maxAge = Math.floor(maxAgeMs / 1000);
    return cookieHeader(cookieName(request), value, { maxAge, httpOnly: true, secure: secure(request) });
  }

  /** SHA-256 of the token the request carries, or null. */
  function presented(request: Request): Buffer | null {
    const token = readCookie(request, cookieName(request));
    return token && TOKEN.test(token) ? sha256(token) : null;
  }

  const tellEnd = (tokenHashes: Uint8Array[]) => {
    for (const tokenHash of tokenHashes) onEnd(hex(tokenHash));
  };

  async function end(tokenHash: Uint8Array) {
    if (await rows.deleteSession(sql, tokenHash)) onEnd(hex(tokenHash));
  }

  return {
    /** The live session of a request, or null. One look-up by primary key; nothing is remembered between requests. */
    async read(request: Request): Promise<Session | null> {
      const tokenHash = presented(request);
      if (!tokenHash) return null;
      const now = clock.now();
      const row = await rows.findSession(sql, tokenHash, now, now - SESSION_IDLE_MS);
      if (!row) return null;
      const user = userOf(row, now);
      await note(request, tokenHash, row, now, user);
      return { user, tokenHash: hex(tokenHash) };
    },

    /** Opens a session for `userId`, ends the one the request came with. @returns the Set-Cookie header */
    async open(request: Request, userId: number): Promise<string> {
      const now = clock.now();
      const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
      const mark = await marks.of(request);
      const network = roughNetwork(addresses.of(request));
      const place = { ...deviceOf(request.headers.get('user-agent') ?? ''), network };
      const times = { now, expires: now + LIFE_MS };
      await rows.insertSession(sql, { tokenHash: sha256(token), userId, ...times, mark, ...place });
      const old = presented(request);
      if (old) await end(old);
      await rows.deleteExpiredSessions(sql, now, now - SESSION_IDLE_MS);
      return cookie(request, token, LIFE_MS);
    },

    /** Ends the request's session, if it has one. @returns the Set-Cookie header that clears the cookie */
    async close(request: Request): Promise<string> {
      const tokenHash = presented(request);
      if (tokenHash) await end(tokenHash);
      return cookie(request, '', 0);
    },

    /** Which of these sessions (hashes in hex) are good: what open sockets are checked against. */
    async live(tokenHashes: string[]): Promise<Set<string>> {
      const now = clock.now();
      return new Set((await rows.findLiveSessions(sql, tokenHashes, now, now - SESSION_IDLE_MS)).map(hex));
    },

    ...visits,
    ...createOwnSessions({ ...deps, presented, tellEnd }),
  };
}

function userOf(row: rows.SessionRow, now: number): SessionUser {
  const { user_id: id, username, is_admin: isAdmin, locale, logo } = row;
  const restriction = restrictionOf(row, now);
  const earned = { xp: Number(row.xp), level: row.level, tkf: row.tkf };
  return { id, username, isAdmin, locale, logo, earned, ...(restriction && { restriction }) };
}

/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;
const sha256 = (token: string) => new Bun.CryptoHasher('sha256').update(token).digest() as Buffer;
