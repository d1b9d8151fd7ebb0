/** Reads the set-up page of a second factor as a phone does. */

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the secret that the set-up page shows as text. */
export function secretIn(page: string): Uint8Array<ArrayBuffer> {
  const key = /<code>([A-Z2-7 ]+)<\/code>/.exec(page)![1]!.replaceAll(' ', '');
  const bits = Array.from(key, (sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g)!, (byte) => Number.parseInt(byte, 2));
}
