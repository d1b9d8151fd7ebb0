/**
 * SHA-256 and AES-256 of the tape and its proof, by the runtime. A browser gets crypto-browser.ts instead (`imports`
 * of package.json).
 */
import { createCipheriv, createHash, type Hash } from 'node:crypto';

const zeros = new Uint8Array(1 << 18);

/**
 * Returns `length` bytes of AES-256 in counter mode.
 * @param counter counter of the first block, 16 bytes @param length at most 2^18
 */
export const counterBytes = (key: Uint8Array, counter: Uint8Array, length: number): Uint8Array<ArrayBuffer> =>
  createCipheriv('aes-256-ctr', key, counter).update(zeros.subarray(0, length));

/** SHA-256 of bytes and of texts in UTF-8. */
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
