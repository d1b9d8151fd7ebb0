/** Sessions: a random token in a cookie, its SHA-256 in the database. */
import { deviceOf, roughNetwork } from '#core/account/device.ts';
import { restrictionOf, type SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Queryable, Sql } from '#db/client.ts';
import * as rows from '#db/queries/account/sessions.ts';
import { endOlderWays } from '#db/queries/account/sessions.ts';
import { type OrderNews, orderNews } from '#db/queries/orders/read.ts';
import { wantsPage } from '#framework/errors.tsx';
import type { Addresses } from '#framework/http/address.ts';
import { cookieHeader, hostCookieName, readCookie } from '#framework/http/cookies.ts';
import { isHttps } from '#framework/http/request.ts';
import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';
import type { BrowserMarks } from './browser-marks.ts';
import { hashToken, isToken, newToken } from './token.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A session ends after SESSION_IDLE_MS without use, and LIFE_MS after its start at the latest. Guests stay longer. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
export const LIFE_MS = 30 * DAY_MS;
/** A trader without a request for this long was offline, ms. Visible pages report more often (realtime/clients.ts). */
export const AWAY_MS = 6 * 60_000;

/** How long a proof of identity (a sign-in, or the password or Discord again) is valid, ms. */
const PROOF_MS = 10 * 60_000;

type OpenSession = Omit<rows.UserSession, 'tokenHash'> & { isThis: boolean };

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/**
 * Lists and ends a user's sessions.
 * @param deps.presented SHA-256 of the token in a request @param deps.tellEnd receives the hashes of ended sessions
 */
function createOwnSessions(deps: {
  sql: Sql;
  clock: Clock;
  presented: (request: Request) => Buffer | null;
  tellEnd: (tokenHashes: Uint8Array[]) => void;
}) {
  const { sql, clock, presented, tellEnd } = deps;
  return {
    forget: () => rows.deleteExpiredSessions(sql, clock.now(), clock.now() - SESSION_IDLE_MS),

    async closeAll(userId: number): Promise<void> {
      tellEnd(await rows.deleteUserSessions(sql, userId));
    },

    /**
     * Ends every older way into an account: sessions, mailed links, recovery codes, known browsers, sign-ins in
     * progress.
     * @param keep the request whose session stays, or null @param first runs first, in the same transaction
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

    /** @returns true when the session existed */
    async closeOne(userId: number, id: string): Promise<boolean> {
      const ended = await rows.deleteSessionById(sql, userId, id);
      tellEnd(ended);
      return ended.length > 0;
    },

    /** Lists a user's open sessions: the request's session first (`isThis`), then the last used. */
    async list(request: Request, userId: number): Promise<OpenSession[]> {
      const now = clock.now();
      const ownHash = presented(request);
      const sessions = await rows.findUserSessions(sql, userId, now, now - SESSION_IDLE_MS);
      const all = sessions.map(({ tokenHash, ...place }) => ({
        ...place,
        isThis: ownHash !== null && hex(tokenHash) === hex(ownHash),
      }));
      return all.sort((a, b) => Number(b.isThis) - Number(a.isThis));
    },

    async isProved(request: Request): Promise<boolean> {
      const tokenHash = presented(request);
      return tokenHash !== null && (await rows.isProvedSince(sql, tokenHash, clock.now() - PROOF_MS));
    },

    async prove(request: Request): Promise<void> {
      const tokenHash = presented(request);
      if (tokenHash) await rows.proveSession(sql, tokenHash, clock.now());
    },
  };
}

/**
 * Requests and visible pages update a session's `last_seen_at` when it is older than this, ms. The first page that a
 * trader opens after an absence updates it in any case.
 */
const TOUCH_MS = 60_000;

/**
 * Records the use of a session and the browser mark at most once a minute. Reads the order news of a trader after an
 * absence.
 */
function createVisits({ sql, clock, marks }: { sql: Sql; clock: Clock; marks: Pick<BrowserMarks, 'of'> }) {
  // mark ids are not in SessionUser, so that no page or response exposes one by accident
  const markIds = new WeakMap<SessionUser, bigint>();
  const newsOf = new WeakMap<SessionUser, OrderNews>();
  return {
    /**
     * Records that a request used a session.
     * @param now epoch ms @param user key under which markOf and orderNewsOf find the request's mark and news
     */
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
        const visit = { tokenHash, userId: row.user_id, now, mark, awayFrom: isBack ? null : awayFrom };
        return await rows.touchSession(sql, visit);
      };
      const [markId, news] = await Promise.all([
        isBack || idle >= TOUCH_MS ? touch() : row.mark_id,
        isBack ? orderNews(sql, row.user_id, awayFrom) : null,
      ]);
      if (markId !== null) markIds.set(user, markId);
      if (news) newsOf.set(user, news);
    },

    /** Returns the id of the browser mark of the session that `user` was read from; null when the mark was deleted. */
    markOf: (user: SessionUser): bigint | null => markIds.get(user) ?? null,

    /** Returns the order news of a trader who was offline, for the request that opens a page; null for all others. */
    orderNewsOf: (user: SessionUser): OrderNews | null => newsOf.get(user) ?? null,

    /** Records that pages of these sessions (hashes in hex) are visible. */
    async see(tokenHashes: string[]): Promise<void> {
      const now = clock.now();
      if (tokenHashes.length > 0) await rows.seeSessions(sql, tokenHashes, now, now - TOUCH_MS);
    },
  };
}

/** True when the browser opens a page; requests that refresh an open page have another `sec-fetch-dest`. */
const opensPage = (request: Request) =>
  request.method === 'GET' &&
  wantsPage(request) &&
  (request.headers.get('sec-fetch-dest') ?? 'document') === 'document';

/** `tokenHash` (hex) identifies the session of a request or of a socket. The cookie alone has the token. */
export type Session = { user: SessionUser; tokenHash: string };

/** Names of the cookie: over http, and over https. */
export const SESSION_COOKIES = [hostCookieName('sid', false), hostCookieName('sid', true)] as const;

export type Sessions = ReturnType<typeof createSessions>;

/**
 * @param deps.onEnd receives the hash (hex) of every session that ends before it expires
 * @param deps.marks computes browser marks
 */
export function createSessions(deps: {
  sql: Sql;
  clock: Clock;
  settings: Pick<Settings, 'discordGuildId' | 'publicUrl' | 'trustProxy'>;
  onEnd: (tokenHash: string) => void;
  marks: Pick<BrowserMarks, 'of'>;
  addresses: Addresses;
}) {
  const { sql, clock, settings, onEnd, marks, addresses } = deps;
  const { note, ...visits } = createVisits(deps);

  const secure = (request: Request) => isHttps(request, settings);

  const cookieName = (request: Request) => hostCookieName('sid', secure(request));

  function cookie(request: Request, value: string, maxAgeMs: number): string {
    const maxAge = Math.floor(maxAgeMs / 1000);
    return cookieHeader(cookieName(request), value, { maxAge, httpOnly: true, secure: secure(request) });
  }

  function presented(request: Request): Buffer | null {
    const token = readCookie(request, cookieName(request));
    return token && isToken(token) ? hashToken(token) : null;
  }

  const tellEnd = (tokenHashes: Uint8Array[]) => {
    for (const tokenHash of tokenHashes) onEnd(hex(tokenHash));
  };

  async function end(tokenHash: Uint8Array) {
    if (await rows.deleteSession(sql, tokenHash)) onEnd(hex(tokenHash));
  }

  return {
    /**
     * Returns the live session of a request, or null, by one look-up by primary key. Once a minute it records the
     * visit. Pages and calls cache the user for a second (framework/http/session-cache.ts).
     */
    async read(request: Request): Promise<Session | null> {
      const tokenHash = presented(request);
      if (!tokenHash) return null;
      const now = clock.now();
      const row = await rows.findSession(sql, tokenHash, now, now - SESSION_IDLE_MS);
      if (!row) return null;
      const isMember = settings.discordGuildId !== undefined && (row.member_until?.getTime() ?? 0) > now;
      const user = userOf(row, now, isMember);
      await note(request, tokenHash, row, now, user);
      return { user, tokenHash: hex(tokenHash) };
    },

    /**
     * Opens a session for `userId`, ends the request's previous session and deletes expired ones.
     * @param waysEndedAt the account's time of the last `endOlderWays` when the sign-in began, epoch ms; null: never
     * @param lifeMs lifetime, used or not, ms
     * @returns the Set-Cookie header
     * @throws SIGN_IN_OVER when `endOlderWays` has run after the sign-in began
     */
    async open(
      request: Request,
      userId: number,
      waysEndedAt: number | null,
      lifeMs = LIFE_MS,
    ): Promise<string> {
      const now = clock.now();
      const token = newToken();
      const mark = await marks.of(request);
      const network = roughNetwork(addresses.of(request));
      const place = { ...deviceOf(request.headers.get('user-agent') ?? ''), network };
      const times = { now, expires: now + lifeMs };
      const session = { tokenHash: hashToken(token), userId, waysEndedAt, ...times, mark, ...place };
      if (!(await rows.insertSession(sql, session))) throw fail('SIGN_IN_OVER');
      const previousToken = presented(request);
      if (previousToken) await end(previousToken);
      await rows.deleteExpiredSessions(sql, now, now - SESSION_IDLE_MS);
      return cookie(request, token, lifeMs);
    },

    /** Ends the request's session, if any. @returns the Set-Cookie header that clears the cookie */
    async close(request: Request): Promise<string> {
      const tokenHash = presented(request);
      if (tokenHash) await end(tokenHash);
      return cookie(request, '', 0);
    },

    /** Returns which of the sessions `tokenHashes` (hex) are live. The server closes the sockets of all others. */
    async live(tokenHashes: string[]): Promise<Set<string>> {
      const now = clock.now();
      return new Set((await rows.findLiveSessions(sql, tokenHashes, now, now - SESSION_IDLE_MS)).map(hex));
    },

    ...visits,
    ...createOwnSessions({ ...deps, presented, tellEnd }),
  };
}

function userOf(row: rows.SessionRow, now: number, isCommunityMember: boolean): SessionUser {
  const { user_id: id, username, is_admin: isAdmin, locale, logo } = row;
  const isStaff = isAdmin || row.is_moderator;
  const restriction = restrictionOf(row, now);
  const earned = { xp: Number(row.xp), level: row.level, tkf: row.tkf };
  if (row.is_guest) return { id, username, isAdmin, locale, logo, isGuest: true };
  return {
    id,
    username,
    isAdmin,
    ...(isStaff && { isStaff }),
    ...(isCommunityMember && { isCommunityMember }),
    ...(row.needs_factor && { needsFactor: true }),
    locale,
    logo,
    earned,
    ...(row.waiting !== null && { waiting: row.waiting }),
    ...(row.unread > 0 && { unread: row.unread }),
    ...(row.notice && { notice: row.notice }),
    ...(restriction && { restriction }),
  };
}
