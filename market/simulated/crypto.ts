/**
 * SHA-256 and AES-256 of the tape and of its proof, by the runtime. In a browser crypto-browser.ts stands in its place
 * (`imports` of package.json): WebCrypto answers later and needs a secure page, and a contest may be hosted on plain http.
 */
import { createCipheriv, createHash, type Hash } from 'node:crypto';

const zeros = new Uint8Array(1 << 18);

/** Returns `length` bytes of AES-256 in counter mode. @param counter the first block's, 16 bytes @param length at most 2^18 */
export const counterBytes = (key: Uint8Array, counter: Uint8Array, length: number): Uint8Array<ArrayBuffer> =>
  createCipheriv('aes-256-ctr', key, counter).update(zeros.subarray(0, length));

/** SHA-256 of bytes and texts in UTF-8, piece by piece. */
export class Sha256 {
  readonly #hash: Hash = createHash('sha256');

  add(part: string | Uint8Array): this {
    this.#hash.update(part);
    return this;
  }

  /** Returns the 32 bytes; nothing can be added afterwards. */
  bytes(): Uint8Array {
    return this.#hash.digest();
  }

  hex(): string {
    return this.#hash.digest('hex');
  }
}
