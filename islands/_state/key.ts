/** Idempotency keys of this tab's newest requests, the newest last. */
const recentKeys: string[] = [];
const MAX_RECENT = 20;

/** Returns a new Idempotency-Key of 128 random bits. (`crypto.randomUUID` is missing on plain http.) */
export function newKey(): string {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  recentKeys.push(key);
  if (recentKeys.length > MAX_RECENT) recentKeys.shift();
  return key;
}

/**
 * True when one of this tab's newest requests caused a change. The caller of that request shows the change already.
 * @param cause the Idempotency-Key of the request
 */
export const isOwnCause = (cause: string | undefined): boolean =>
  cause !== undefined && recentKeys.includes(cause);
