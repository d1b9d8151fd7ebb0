/** The functions of crypto.ts for a browser. Avoids WebCrypto, which is asynchronous, and missing without https. */
import { unsafe } from '@noble/ciphers/aes.js';
import { sha256 } from '@noble/hashes/sha2.js';

const zeros = new Uint8Array(1 << 18);
/** Caches the round keys, because a tape reads few keys many times. */
const roundKeys = new WeakMap<Uint8Array, Uint32Array>();

export function counterBytes(key: Uint8Array, counter: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  let expanded = roundKeys.get(key);
  if (!expanded) {
    expanded = unsafe.expandKeyLE(key);
    roundKeys.set(key, expanded);
  }
  // `ctr32` changes its counter: pass a copy
  return unsafe.ctr32(expanded, false, counter.slice(), zeros.subarray(0, length)) as Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();

export class Sha256 {
  readonly #hash = sha256.create();

  add(part: string | Uint8Array): this {
    this.#hash.update(typeof part === 'string' ? encoder.encode(part) : part);
    return this;
  }

  bytes(): Uint8Array {
    return this.#hash.digest();
  }

  hex(): string {
    return Array.from(this.bytes(), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}
