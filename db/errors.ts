/** What a database error means, read from its code alone: SQLSTATE of PostgreSQL, or the driver's own. */

type Coded = { code?: unknown; constraint_name?: unknown; syscall?: unknown };

const codeOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null ? (error as Coded).code : undefined;
  return typeof code === 'string' ? code : '';
};

/** True when a row with the same unique key exists already; `constraint` narrows it to one index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false;
  return constraint === undefined || (error as Coded).constraint_name === constraint;
}

/** The statement said something that cannot be (22 data, 23 constraints): nothing of it was done. */
export const isWrong = (error: unknown) => /^2[23]...$/.test(codeOf(error));

/** Two transactions got in each other's way; the whole transaction may be tried again. */
export const isConflict = (error: unknown) => codeOf(error) === '40001' || codeOf(error) === '40P01';

/** The driver's and the operating system's names for "there is no connection". */
const NO_CONNECTION = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECTION_CONNECT_TIMEOUT',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_SOCKET_CLOSED',
]);

/**
 * SQLSTATEs of a server that is away, stopping, full or too slow: 08 connection, 53 resources, 57P0x shutdown and
 * crash, 57014 statement timeout, 55P03 lock timeout, 25P03/25P04 idle and transaction timeout, 25006 a standby
 * that is not the primary yet, 58 system errors.
 */
const AWAY = /^(?:08...|53...|57P0.|57014|55P03|25P0[34]|25006|58...)$/;

/**
 * True when the statement failed because the database could not be reached or could not answer in time, not
 * because of what it said: the right answer is 503 UNAVAILABLE, and the same request may work a moment later.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (NO_CONNECTION.has(code) || AWAY.test(code) || isConflict(error)) return true;
  // the socket's file is missing while the server is down; any other ENOENT is a bug
  return code === 'ENOENT' && (error as Coded).syscall === 'connect';
}

/** Waiting for a database that is itself still starting, or changing hands. */

const RETRY_MS = 200;
/** A wait longer than this is reported to the caller (`onWait`). */
const SILENCE_MS = 1_000;

/**
 * Does `work` again while the database cannot be reached.
 * @param ms for how long, after which its error is thrown
 * @param onWait called once when it takes longer than a moment
 */
export async function patiently<T>(ms: number, work: () => Promise<T>, onWait?: () => void): Promise<T> {
  const timer = onWait && setTimeout(onWait, SILENCE_MS);
  try {
    for (const end = Date.now() + ms; ; await Bun.sleep(RETRY_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!isUnavailable(error) || Date.now() > end) throw error;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
