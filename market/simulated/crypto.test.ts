/** A browser's SHA-256 and AES-256 give the bytes of the runtime's. */
import { expect, test } from 'bun:test';
import * as runtime from './crypto.ts';
import * as browser from './crypto-browser.ts';

const bytes = (length: number, by: number) => Uint8Array.from({ length }, (_, n) => (n * by + by) & 255);

test('AES-256 in counter mode, also where the counter carries', () => {
  for (const by of [0, 1, 7, 255]) {
    const key = bytes(32, by);
    for (const last of [0, 5, 255, 0xffff])
      for (const length of [16, 64, 100, 4096]) {
        const counter = bytes(16, by + 3);
        new DataView(counter.buffer).setUint32(12, last);
        const counterBefore = counter.slice();
        expect(browser.counterBytes(key, counter, length)).toEqual(
          new Uint8Array(runtime.counterBytes(key, counter, length)),
        );
        expect(counter).toEqual(counterBefore);
      }
  }
});

test('SHA-256 of texts and bytes, piece by piece', () => {
  for (const parts of [[''], ['abc'], ['\u05d0', bytes(3, 5)], ['x'.repeat(1000), bytes(64, 1), '\n']]) {
    const [a, b] = [new runtime.Sha256(), new browser.Sha256()];
    for (const part of parts) {
      a.add(part);
      b.add(part);
    }
    expect(b.hex()).toBe(a.hex());
  }
  expect(new browser.Sha256().add('abc').bytes()).toEqual(
    new Uint8Array(new runtime.Sha256().add('abc').bytes()),
  );
});
