/** Secret tokens of sessions and mailed links: 256 random bits. The database has only their SHA-256. */

/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

export const newToken = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

export const isToken = (text: string): boolean => TOKEN.test(text);

export const hashToken = (token: string): Buffer =>
  new Bun.CryptoHasher('sha256').update(token).digest() as Buffer;
