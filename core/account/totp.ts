/** Time-based one-time passwords (RFC 6238) as authenticator apps make them: HMAC-SHA-1, six digits, a step of 30 s. */

export const TOTP_STEP_MS = 30_000;
/** Bytes of a new secret, as RFC 4226 recommends. */
export const TOTP_SECRET_BYTES = 20;
/** The number of steps by which a phone's clock may be early or late. */
const TOLERATED_STEPS = 1;
const DIGITS = 6;
/** The base32 alphabet of RFC 4648. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the step at an instant. @param now epoch ms */
export const totpStep = (now: number): number => Math.floor(now / TOTP_STEP_MS);

/** Returns the code of a step (RFC 4226). */
export async function totpCode(secret: Uint8Array<ArrayBuffer>, step: number): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-1' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter));
  const offset = mac.getUint8(mac.byteLength - 1) & 0xf;
  const number = (mac.getUint32(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/**
 * Returns the step of a code: the present, the previous or the next step; null for any other code.
 * @param now epoch ms
 */
export async function stepOfCode(
  secret: Uint8Array<ArrayBuffer>,
  code: string,
  now: number,
): Promise<number | null> {
  const present = totpStep(now);
  for (let step = present - TOLERATED_STEPS; step <= present + TOLERATED_STEPS; step++)
    if ((await totpCode(secret, step)) === code) return step;
  return null;
}

/** Returns bytes as base32 without padding, the way a secret is typed into an app. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE32[(value >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text;
}

/** Returns the address that an authenticator app reads from the QR code. @param key the secret in base32 */
export function totpUri({ key, site, username }: { key: string; site: string; username: string }): string {
  return `otpauth://totp/${encodeURIComponent(`${site}:${username}`)}?secret=${key}&issuer=${encodeURIComponent(site)}`;
}
