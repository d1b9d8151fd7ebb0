/** Signs and seals values that browsers store and send back, with a key of this installation. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** The length of a signature in base64url characters. */
const MAC_CHARS = 43;

export type Signer = {
  /** Returns `text` with its signature in front. */
  sign(text: string): string;
  /** Returns the text of `signed`; null unless this installation signed it for this purpose. */
  open(signed: string): string | null;
};

/**
 * Returns the key for one purpose, derived from the installation's secret (HKDF, RFC 5869). It reveals nothing about
 * other keys.
 * @param purpose a name that includes the name of the site
 */
export function purposeKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
}

/** Creates a signer with HMAC-SHA-256. @param secret of the installation @param purpose separates signatures by use */
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

/**
 * AES-256-GCM (NIST SP 800-38D) under a random nonce. A sealed text is nonce, ciphertext and tag, one after another.
 */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts `bytes`. @param key 32 bytes for one purpose @param data authenticated, but not part of the result */
export function seal(key: Uint8Array, data: Uint8Array, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(data);
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the result of `seal`. @throws when it was sealed with another key or other data, or was changed */
export function unseal(key: Uint8Array, data: Uint8Array, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(data).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
