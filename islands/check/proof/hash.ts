/**
 * SHA-256 (FIPS 180-4). The browser's own needs a secure page, and a season is checked over plain http too.
 * Written from the standard: the proof in the browser shares no code with the server's.
 */
const K = new Int32Array(64);
const START = new Int32Array(8);

/** The first 32 bits after the point. */
const fraction = (x: number) => ((x - Math.floor(x)) * 0x100000000) | 0;
for (let n = 2, count = 0; count < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (!prime) continue;
  K[count] = fraction(Math.cbrt(n));
  if (count < 8) START[count] = fraction(Math.sqrt(n));
  count++;
}

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));
const w = new Int32Array(64);

function mixBlock(state: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15]!, w[i - 2]!];
    w[i] =
      w[i - 16]! +
      (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) +
      w[i - 7]! +
      (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [i, x] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + x;
}

/** The 32 bytes of a hash. */
export function hashOf(data: Uint8Array): Uint8Array {
  const state = START.slice();
  const whole = data.length - (data.length % 64);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  for (let offset = 0; offset < whole; offset += 64) mixBlock(state, view, offset);
  const rest = data.length - whole;
  const end = new Uint8Array(rest < 56 ? 64 : 128);
  end.set(data.subarray(whole));
  end[rest] = 0x80;
  const last = new DataView(end.buffer);
  last.setUint32(end.length - 8, Math.floor(data.length / 0x20000000));
  last.setUint32(end.length - 4, (data.length << 3) >>> 0);
  for (let offset = 0; offset < end.length; offset += 64) mixBlock(state, last, offset);
  const out = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i++) out.setInt32(4 * i, state[i]!);
  return new Uint8Array(out.buffer);
}

const encoder = new TextEncoder();
export const utf8 = (text: string): Uint8Array => encoder.encode(text);
export const toHex = (data: Uint8Array): string =>
  Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
export const hexHash = (data: Uint8Array): string => toHex(hashOf(data));
