/** AES-256 (FIPS 197) under a seed's key, and its streams: steps 1 and 2 of docs/rules/15-tape.md. */
import { hashOf, utf8 } from './hash.ts';

const SBOX = new Uint8Array(256);
const T = [0, 1, 2, 3].map(() => new Uint32Array(256)) as [
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
];

/** Doubled in the field of AES. */
const twice = (x: number) => ((x << 1) ^ (x & 0x80 ? 0x11b : 0)) & 0xff;
for (let p = 1, q = 1, first = true; first || p !== 1; first = false) {
  p = p ^ twice(p);
  q ^= q << 1;
  q ^= q << 2;
  q = (q ^ (q << 4)) & 0xff;
  if (q & 0x80) q ^= 0x09;
  const x = q | (q << 8);
  SBOX[p] = (x ^ (x >> 7) ^ (x >> 6) ^ (x >> 5) ^ (x >> 4) ^ 0x63) & 0xff;
}
SBOX[0] = 0x63;
for (let i = 0; i < 256; i++) {
  const s = SBOX[i]!;
  const [two, three] = [twice(s), twice(s) ^ s];
  for (const [n, [a, b, c, d]] of [
    [two, s, s, three],
    [three, two, s, s],
    [s, three, two, s],
    [s, s, three, two],
  ].entries() as IterableIterator<[number, [number, number, number, number]]>)
    T[n]![i] = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

function roundKeys(key: Uint8Array): Uint32Array {
  const view = new DataView(key.buffer, key.byteOffset, 32);
  const words = new Uint32Array(60);
  const swap = (x: number) =>
    (SBOX[x >>> 24]! << 24) |
    (SBOX[(x >>> 16) & 255]! << 16) |
    (SBOX[(x >>> 8) & 255]! << 8) |
    SBOX[x & 255]!;
  for (let i = 0; i < 8; i++) words[i] = view.getUint32(4 * i);
  for (let i = 8, constant = 1; i < 60; i++) {
    let t = words[i - 1]!;
    if (i % 8 === 0) {
      t = swap((t << 8) | (t >>> 24)) ^ (constant << 24);
      constant = twice(constant);
    } else if (i % 8 === 4) t = swap(t);
    words[i] = words[i - 8]! ^ t;
  }
  return words;
}

const prefixes = new Map<string, DataView>();

function prefixOf(name: string): DataView {
  let prefix = prefixes.get(name);
  if (!prefix) {
    prefix = new DataView(hashOf(utf8(`stream\n${name}`)).buffer);
    prefixes.set(name, prefix);
  }
  return prefix;
}

/** A seed's random numbers. */
export class Keystream {
  readonly key: Uint8Array;
  readonly #words: Uint32Array;

  constructor(seed: Uint8Array) {
    const prefix = utf8('paperpit tape 2\n');
    const all = new Uint8Array(prefix.length + seed.length);
    all.set(prefix);
    all.set(seed, prefix.length);
    this.key = hashOf(all);
    this.#words = roundKeys(this.key);
  }

  /** Bytes of the stream `name` from a block on. */
  read(name: string, block: number, length: number): Uint8Array {
    const prefix = prefixOf(name);
    const out = new DataView(new ArrayBuffer(Math.ceil(length / 16) * 16));
    for (let offset = 0; offset < out.byteLength; offset += 16)
      this.#encrypt(prefix, block + offset / 16, out, offset);
    return new Uint8Array(out.buffer, 0, length);
  }

  /** The 16 words of a draw. */
  words(name: string, block: number): Uint32Array {
    const view = new DataView(this.read(name, block, 64).buffer);
    return Uint32Array.from({ length: 16 }, (_, i) => view.getUint32(4 * i, true));
  }

  #encrypt(prefix: DataView, block: number, out: DataView, at: number): void {
    const k = this.#words;
    const [t0, t1, t2, t3] = T;
    let a = prefix.getUint32(0) ^ k[0]!;
    let b = prefix.getUint32(4) ^ k[1]!;
    let c = prefix.getUint32(8) ^ k[2]!;
    let d = block ^ k[3]!;
    for (let i = 4; i < 56; i += 4) {
      const e = t0[a >>> 24]! ^ t1[(b >>> 16) & 255]! ^ t2[(c >>> 8) & 255]! ^ t3[d & 255]! ^ k[i]!;
      const f = t0[b >>> 24]! ^ t1[(c >>> 16) & 255]! ^ t2[(d >>> 8) & 255]! ^ t3[a & 255]! ^ k[i + 1]!;
      const g = t0[c >>> 24]! ^ t1[(d >>> 16) & 255]! ^ t2[(a >>> 8) & 255]! ^ t3[b & 255]! ^ k[i + 2]!;
      d = t0[d >>> 24]! ^ t1[(a >>> 16) & 255]! ^ t2[(b >>> 8) & 255]! ^ t3[c & 255]! ^ k[i + 3]!;
      a = e;
      b = f;
      c = g;
    }
    const last = (p: number, q: number, r: number, s: number, key: number) =>
      (SBOX[p >>> 24]! << 24) ^
      (SBOX[(q >>> 16) & 255]! << 16) ^
      (SBOX[(r >>> 8) & 255]! << 8) ^
      SBOX[s & 255]! ^
      key;
    out.setInt32(at, last(a, b, c, d, k[56]!));
    out.setInt32(at + 4, last(b, c, d, a, k[57]!));
    out.setInt32(at + 8, last(c, d, a, b, k[58]!));
    out.setInt32(at + 12, last(d, a, b, c, k[59]!));
  }
}
