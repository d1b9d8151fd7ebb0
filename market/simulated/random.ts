/**
 * The tape's random numbers: AES-256 in counter mode, so that any stretch of any stream can be read without what
 * comes before it, and nobody who has seen prices can work out the seed behind the next ones.
 */
import { createCipheriv, createHash } from 'node:crypto';
import { SEED_BYTES } from '../seed-period.ts';

/** A seed made ready for use. `id` tells whether two seeds move prices alike. */
export type TapeKey = { id: string; bytes: Uint8Array };

/** Prices before the first seed period follow this seed, known to everybody, the same in every installation. */
export const PUBLIC_SEED: Uint8Array = sha256('Paperpit: the public history of the simulated market');

/** @throws RangeError unless the seed has 32 bytes */
export function tapeKey(seed: Uint8Array): TapeKey {
  if (seed.length !== SEED_BYTES)
    throw new RangeError(`A tape seed has ${SEED_BYTES} bytes, not ${seed.length}.`);
  const bytes = sha256('paperpit tape 2\n', seed);
  return { id: Buffer.from(bytes).toString('hex'), bytes };
}

function sha256(...parts: (string | Uint8Array)[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The name of a stream: where in the counter space its numbers lie. */
export type RandomStream = Uint8Array;
export const stream = (name: string): RandomStream => sha256('stream\n', name).subarray(0, 12);

/** A block is the unit of random access: four 32-bit words, 16 bytes. */
export const WORDS_PER_BLOCK = 4;
export const BYTES_PER_BLOCK = 16;
const zeros = new Uint8Array(1 << 18);
const counter = Buffer.alloc(16);

/** `length` bytes of a stream, from block `block` on. @param length at most 2^18 */
export function bytes(
  key: TapeKey,
  of: RandomStream,
  block: number,
  length: number,
): Uint8Array<ArrayBuffer> {
  counter.set(of, 0);
  counter.writeUInt32BE(block, 12);
  return createCipheriv('aes-256-ctr', key.bytes, counter).update(zeros.subarray(0, length));
}

/**
 * `count` 32-bit words of a stream (little-endian), from block `block` on.
 * @param count at most 65,536
 */
export function words(key: TapeKey, of: RandomStream, block: number, count: number): Uint32Array {
  const made = bytes(key, of, block, count * 4);
  // a view needs 4-byte alignment, which the runtime does not promise
  return made.byteOffset % 4 === 0
    ? new Uint32Array(made.buffer, made.byteOffset, count)
    : new Uint32Array(new Uint8Array(made).buffer);
}

const TWO_32 = 4_294_967_296;

/** Uniform on [0, 1). */
export const uniform = (word: number): number => word / TWO_32;

/** Standard normal from two words (Box–Muller). */
export function normal(a: number, b: number): number {
  return Math.sqrt(-2 * Math.log((a + 0.5) / TWO_32)) * Math.cos((2 * Math.PI * b) / TWO_32);
}
