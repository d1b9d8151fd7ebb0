/** Keys of this tab's newest requests. */
const own: string[] = [];
const MAX_OWN = 20;

/** An Idempotency-Key no other intent has: 128 random bits. (`crypto.randomUUID` is missing on plain http.) */
export function newKey(): string {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  own.push(key);
  if (own.length > MAX_OWN) own.shift();
  return key;
}

/** Whether a change was made by a request of this tab, which shows it already. @param cause the key the server names */
export const isOwnCause = (cause: string | undefined): boolean => cause !== undefined && own.includes(cause);
