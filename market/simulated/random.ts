/**
 * The tape's random numbers: AES-256 in counter mode. Any part of a stream can be read alone, and nobody can compute
 * the seed, and with it the next prices, from past prices.
 */

import { counterBytes, Sha256 } from '#market/simulated/crypto.ts';

export const SEED_BYTES = 32;

/** A key derived from a seed. Keys with the same `id` give the same prices. */
export type TapeKey = { id: string; bytes: Uint8Array };

/** The public seed of the prices before the first seed period, the same in every installation. */
export const PUBLIC_SEED: Uint8Array = sha256('Paperpit: the public history of the simulated market');

/** @throws RangeError unless the seed has 32 bytes */
export function tapeKey(seed: Uint8Array): TapeKey {
  if (seed.length !== SEED_BYTES)
    throw new RangeError(`A tape seed has ${SEED_BYTES} bytes, not ${seed.length}.`);
  const bytes = sha256('paperpit tape 2\n', seed);
  return { id: bytes.join(), bytes };
}

function sha256(...parts: (string | Uint8Array)[]): Uint8Array {
  const hash = new Sha256();
  for (const part of parts) hash.add(part);
  return hash.bytes();
}

/** A stream's position in the counter space, given by its name. */
export type RandomStream = Uint8Array;
export const stream = (name: string): RandomStream => sha256('stream\n', name).subarray(0, 12);

/** The unit of random access: four 32-bit words. */
export const WORDS_PER_BLOCK = 4;
export const BYTES_PER_BLOCK = 16;
const counter = new Uint8Array(16);
const counterView = new DataView(counter.buffer);

/** Returns `length` bytes of a stream from block `block` on. @param length at most 2^18 */
export function bytes(
  key: TapeKey,
  of: RandomStream,
  block: number,
  length: number,
): Uint8Array<ArrayBuffer> {
  counter.set(of, 0);
  counterView.setUint32(12, block);
  return counterBytes(key.bytes, counter, length);
}

/** Returns `count` 32-bit words of a stream (little-endian) from block `block` on. @param count at most 65,536 */
export function words(key: TapeKey, of: RandomStream, block: number, count: number): Uint32Array {
  const data = bytes(key, of, block, count * 4);
  // a view needs 4-byte alignment, which the runtime does not promise
  return data.byteOffset % 4 === 0
    ? new Uint32Array(data.buffer, data.byteOffset, count)
    : new Uint32Array(new Uint8Array(data).buffer);
}

const TWO_32 = 4_294_967_296;

/** Uniform on [0, 1). */
export const uniform = (word: number): number => word / TWO_32;

/** Standard normal from two words (Box–Muller). */
export function normal(a: number, b: number): number {
  return Math.sqrt(-2 * Math.log((a + 0.5) / TWO_32)) * Math.cos((2 * Math.PI * b) / TWO_32);
}

const BINS = 256;
/** Stretches the tails: 256 numbers then have the normal's fourth moment of 3, instead of 2.92. */
const STRETCH = 0.004213079;

/**
 * The normal quantile by Wichura's rational approximations (AS 241, Applied Statistics 37, 1988, 477–484), relative
 * error about 1e-16. Python's `statistics.NormalDist().inv_cdf` is the same algorithm.
 * @param p above 0.5, below 1
 */
function quantile(p: number): number {
  const q = p - 0.5;
  if (q <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(CENTRE_TOP, r)) / polynomial(CENTRE_BOTTOM, r);
  }
  const r = Math.sqrt(-Math.log(1 - p)) - 1.6;
  return polynomial(TAIL_TOP, r) / polynomial(TAIL_BOTTOM, r);
}

const polynomial = (from: readonly number[], x: number) => from.reduce((sum, c) => sum * x + c, 0);

const CENTRE_TOP = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
  1971.5909503065513, 133.14166789178438, 3.3871328727963665,
];
const CENTRE_BOTTOM = [
  5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
  687.1870074920579, 42.31333070160091, 1,
];
const TAIL_TOP = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
  5.769497221460691, 4.630337846156546, 1.4234371107496835,
];
const TAIL_BOTTOM = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
  1.6763848301838038, 2.053191626637759, 1,
];

/**
 * A standard normal number for each byte, ascending: the quantiles q at the middles of 256 equal bins as q + c·q³,
 * scaled to variance 1 and rounded to six decimals, so that the table does not depend on a machine's logarithm. The
 * mean is exactly 0; variance and fourth moment are 1 and 3 to a millionth. A table is fast, bounded, and the same in
 * every programming language.
 */
export const NORMALS: Float64Array = (() => {
  const middles = Array.from({ length: BINS / 2 }, (_, k) => quantile(0.5 + (k + 0.5) / BINS));
  const variance = (of: readonly number[]) => of.reduce((sum, z) => sum + z * z, 0) / of.length;
  const width = Math.sqrt(variance(middles));
  const half = middles.map((q) => q / width).map((q) => q + STRETCH * q * q * q);
  const scale = 1 / Math.sqrt(variance(half));
  const table = new Float64Array(BINS);
  for (const [k, z] of half.entries()) {
    table[BINS / 2 + k] = Math.round(z * scale * 1e6) / 1e6;
    table[BINS / 2 - 1 - k] = -table[BINS / 2 + k]!;
  }
  return table;
})();

export const MOST_NORMAL: number = NORMALS[BINS - 1]!;
