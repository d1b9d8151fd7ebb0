/** Signs values that browsers store and send back, with a key of this installation. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The length of a signature in base64url characters. */
const MAC_CHARS = 43;

export type Signer = {
  /** `text` with its signature in front. */
  sign(text: string): string;
  /** The text of `signed`, or null unless this installation signed it for this purpose. */
  open(signed: string): string | null;
};

/**
 * A key for one purpose, derived from the installation's secret (HKDF, RFC 5869): one tells nothing of another.
 * @param purpose names the site too
 */
export function purposeKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
}

/** Signs with HMAC-SHA-256. @param secret the installation's @param purpose separates the signatures of different uses */
export function createSigner(secret: Uint8Array, purpose: string): Signer {
  const key = purposeKey(secret, purpose);
  const mac = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign: (text) => mac(text) + text,
    open(signed) {
      const claimed = Buffer.from(signed.slice(0, MAC_CHARS));
      const text = signed.slice(MAC_CHARS);
      const right = Buffer.from(mac(text));
      return claimed.length === right.length && timingSafeEqual(claimed, right) ? text : null;
    },
  };
}
