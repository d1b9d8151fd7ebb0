/** Classifies database errors by their code (SQLSTATE or the driver's). Retries while the database is unavailable. */
type Coded = { code?: unknown; constraint_name?: unknown; syscall?: unknown };

const codeOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null ? (error as Coded).code : undefined;
  return typeof code === 'string' ? code : '';
};

/** True for a violation of a unique constraint. @param constraint its name; default: any constraint */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false;
  return constraint === undefined || (error as Coded).constraint_name === constraint;
}

/** True when the statement's data were invalid (22) or broke a constraint (23). Nothing was written. */
export const isWrong = (error: unknown) => /^2[23]...$/.test(codeOf(error));

/** True when two transactions conflicted. The caller may retry the whole transaction. */
export const isConflict = (error: unknown) => codeOf(error) === '40001' || codeOf(error) === '40P01';

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
 * SQLSTATEs of a server that is unreachable, stopping, full or too slow: 08 connection, 53 resources, 57P0x shutdown
 * and crash, 57014 statement timeout, 55P03 lock timeout, 25P03/25P04 idle and transaction timeout, 25006 a standby
 * that is not yet the primary, 58 system errors.
 */
const AWAY = /^(?:08...|53...|57P0.|57014|55P03|25P0[34]|25006|58...)$/;

/**
 * True when the database was unreachable or too slow, or two transactions conflicted. The statement was not at fault:
 * the response is 503 UNAVAILABLE, and a retry may succeed.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (NO_CONNECTION.has(code) || AWAY.test(code) || isConflict(error)) return true;
  // the socket's file is missing while the server is down; any other ENOENT is a bug
  return code === 'ENOENT' && (error as Coded).syscall === 'connect';
}

const RETRY_MS = 200;
/** `onWait` is called after this long, ms. */
const SILENCE_MS = 1_000;

/**
 * Repeats `work` while the database is unavailable.
 * @param ms how long to retry before the last error is thrown; any other error is thrown at once
 * @param onWait called once after `SILENCE_MS`
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
