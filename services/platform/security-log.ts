/**
 * Logs sign-ins, new passwords, sign-outs and refusals, so that an attack is visible. Each kind has a limit of lines
 * a minute, and one more line with the number of omitted lines, so that an attack cannot fill the disk. Addresses and
 * claimed names are hashed with a key that changes daily.
 */
import { createHmac } from 'node:crypto';
import type { SessionUser } from '#core/account/visitor.ts';
import type { Failure } from '#framework/failure.ts';
import type { Addresses } from '#framework/http/address.ts';
import { requestId } from '#framework/http/request.ts';
import { purposeKey } from '#framework/http/signing.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Most lines of one kind a minute; more for successes, so that few are omitted. */
export const LINES = { refusal: 20, success: 600 };
const PATH_CHARS = 100;

type Level = 'info' | 'warn';
type Window = { since: number; lines: number; omitted: number; level: Level };
export type Way = 'password' | 'new account' | 'discord' | 'guest';

/** The proof that allowed the new password. */
export type Proof = 'password' | 'code' | 'link';
export type SessionScope = 'this' | 'another' | 'all others';

/** Statuses of missing rights and of exceeded limits. */
const REFUSALS = new Set([401, 403, 429]);
/** Codes of malformed requests. INVALID also covers an ordinary form with a wrong field. */
const MALFORMED = new Set([
  'BAD_JSON',
  'BAD_REQUEST',
  'INVALID',
  'TOO_LARGE',
  'UNSUPPORTED_TYPE',
  'WRONG_HOST',
]);

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/** @param deps.secret 32 random bytes of the installation */
export function createSecurityLog(deps: {
  log: Pick<Log, Level>;
  clock: Clock;
  secret: Uint8Array;
  addresses: Addresses;
}) {
  const { log, clock, secret, addresses } = deps;
  const { write, stop } = createLines(log, clock);
  let key: { day: number; bytes: Uint8Array } = { day: -1, bytes: new Uint8Array() };

  function hashOf(text: string): string {
    const day = Math.floor(clock.now() / DAY_MS);
    if (key.day !== day) key = { day, bytes: purposeKey(secret, `paperpit log ${day}`) };
    return createHmac('sha256', key.bytes).update(text).digest('hex').slice(0, 12);
  }

  const from = (request: Request) => hashOf(addresses.of(request));

  return {
    signedIn(request: Request, user: Pick<SessionUser, 'id'>, way: Way) {
      const facts = () => ({ event: 'sign-in', outcome: 'ok', way, userId: user.id, address: from(request) });
      write('sign-in', 'info', LINES.success, facts, 'signed in');
    },

    /** @param name the key of the claimed name */
    signInRefused(request: Request, name: string, error: Failure) {
      const outcome = error.code === 'TOO_MANY' ? 'limited' : 'failed';
      const facts = () => ({ event: 'sign-in', outcome, name: hashOf(name), address: from(request) });
      write(
        `sign-in ${outcome}`,
        outcome === 'limited' ? 'warn' : 'info',
        LINES.refusal,
        facts,
        'sign-in refused',
      );
    },

    discordRefused(request: Request, why: string) {
      const facts = () => ({
        event: 'sign-in',
        outcome: 'failed',
        way: 'discord',
        why,
        address: from(request),
      });
      write('sign-in discord', 'info', LINES.refusal, facts, 'sign-in refused');
    },

    passwordSet(request: Request, userId: number, by: Proof) {
      const facts = () => ({ event: 'password', by, userId, address: from(request) });
      write('password', 'info', LINES.success, facts, 'a new password');
    },

    signedOut(request: Request, { id: userId }: Pick<SessionUser, 'id'>, sessions: SessionScope) {
      const facts = () => ({ event: 'sign-out', sessions, userId, address: from(request) });
      write('sign-out', 'info', LINES.success, facts, 'signed out');
    },

    /**
     * Logs a refused request that lacked rights, exceeded a limit or was malformed. `signInRefused` logs wrong
     * passwords instead.
     */
    refused(request: Request, error: Failure, user: SessionUser | null = null) {
      const { code, status } = error;
      const isOfNote = REFUSALS.has(status) || MALFORMED.has(code);
      if (!isOfNote || code === 'BAD_CREDENTIALS') return;
      const path = () =>
        URL.canParse(request.url) ? new URL(request.url).pathname.slice(0, PATH_CHARS) : '';
      const facts = () => ({
        event: 'refused',
        code,
        status,
        method: request.method,
        path: path(),
        request: requestId(request),
        ...(user && { userId: user.id }),
        address: from(request),
      });
      const level = status === 401 || MALFORMED.has(code) ? 'info' : 'warn';
      write(`refused ${code}`, level, LINES.refusal, facts, 'request refused');
    },

    stop,
  };
}

function createLines(log: Pick<Log, Level>, clock: Clock) {
  const windows = new Map<string, Window>();

  function close(kind: string, { level, omitted }: Window) {
    windows.delete(kind);
    if (omitted > 0) log[level]({ event: 'left out', kind, count: omitted }, 'more of the same in a minute');
  }

  function write(kind: string, level: Level, most: number, facts: () => object, message: string) {
    const now = clock.now();
    for (const [each, window] of windows) if (now - window.since >= MINUTE_MS) close(each, window);
    const window = windows.get(kind) ?? { since: now, lines: 0, omitted: 0, level };
    windows.set(kind, window);
    if (window.lines >= most) window.omitted += 1;
    else {
      window.lines += 1;
      log[level](facts(), message);
    }
  }

  const timer = setInterval(() => {
    for (const [kind, window] of windows) close(kind, window);
  }, MINUTE_MS).unref();

  return {
    write,
    /** Stops, and logs how many lines were omitted. */
    stop() {
      clearInterval(timer);
      for (const [kind, window] of windows) close(kind, window);
    },
  };
}
