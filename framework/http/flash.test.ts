import { expect, test } from 'bun:test';
import { deflateRawSync } from 'node:zlib';
import { leastProcessorMs } from '../tests/processor-time.ts';
import { createFlashes } from './flash.ts';
import { createSigner } from './signing.ts';
import type { FlashTexts } from './visitor.ts';

const secret = new Uint8Array(32).fill(7);
const signer = createSigner(secret, 'flash');
let now = 1_000_000;
const flashes = createFlashes(signer, () => now);

/** The message read from a cookie as it stands in a request. */
const read = (value: string) =>
  flashes.read(
    new Request('http://site.example/', { headers: { cookie: `tz=UTC; flash=${value}; lang=he` } }),
  );
const cookieValue = (header: string) => /^flash=([^;]*);/.exec(header)![1]!;
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const deflated = (text: string) => `z.${deflateRawSync(text).toString('base64url')}`;

const GOOD: FlashTexts = {
  kind: 'error',
  title: { key: 'chart:failedTitle' },
  message: [{ key: 'errors:INVALID_QUANTITY' }],
};

/** A text with a value of so many characters. */
const long = (chars: number) => ({
  key: 'errors:UNKNOWN_SYMBOL' as const,
  params: { symbol: 's'.repeat(chars) },
});

test('what was written is read', () => {
  const values = { message: 'שלום '.repeat(900), name: 'Noa' };
  const whole = { ...GOOD, values, issues: { name: { key: 'errors:firstName' } } } as const;
  expect(read(cookieValue(flashes.cookie(whole)))).toEqual(whole);
  expect(read(cookieValue(flashes.cookie(GOOD)))).toEqual(GOOD);
});

test('only what this installation signed for this purpose is read, and only as it was signed', () => {
  const value = cookieValue(flashes.cookie(GOOD));
  const body = base64({ ...GOOD, at: now });
  for (const forged of [
    body,
    deflated(JSON.stringify({ ...GOOD, at: now })),
    createSigner(secret, 'another').sign(body),
    createSigner(new Uint8Array(32), 'flash').sign(body),
    `A${value}`,
    `${value}A`,
    value.slice(1),
    value.slice(0, -1),
    value.slice(0, 43),
    '',
    'z.',
  ])
    expect(read(forged)).toBeNull();
});

test.each([
  ['no time', { ...GOOD }],
  ['an unknown kind', { ...GOOD, kind: 'warning', at: 1_000_000 }],
  ['a title that is no text', { ...GOOD, title: 7, at: 1_000_000 }],
  ['a message that is no text', { ...GOOD, message: ['a'], at: 1_000_000 }],
  ['a message of 501 characters', { ...GOOD, message: long(501), at: 1_000_000 }],
  ['a message of six texts', { ...GOOD, message: Array(6).fill(long(1)), at: 1_000_000 }],
  ['a value that is no text', { ...GOOD, values: { a: 1 }, at: 1_000_000 }],
  ['values in a list', { ...GOOD, values: ['a'], at: 1_000_000 }],
  [
    '41 values',
    { ...GOOD, values: Object.fromEntries([...Array(41).keys()].map((i) => [i, ''])), at: 1_000_000 },
  ],
  ['nothing', null],
  ['a text', 'flash'],
])('%s is refused, signed or not', (_, found) => {
  expect(read(signer.sign(base64(found)))).toBeNull();
});

test('a small cookie does not grow large', () => {
  const bomb = deflated(JSON.stringify({ ...GOOD, at: now, values: { a: 'a'.repeat(200_000) } }));
  expect(bomb.length).toBeLessThan(1000);
  expect(read(signer.sign(bomb))).toBeNull();
});

test('a minute later it is over', () => {
  const value = cookieValue(flashes.cookie(GOOD));
  now += 60_000;
  expect(read(value)).toEqual(GOOD);
  now += 1;
  expect(read(value)).toBeNull();
});

test('a form of 60 KB becomes one cookie that browsers keep, quickly', () => {
  const random = () => Math.random().toString(36).slice(2);
  const values = Object.fromEntries(Array.from({ length: 5000 }, () => [random(), random()]));
  const many = { ...GOOD, values, issues: { a: long(1000), b: long(1) } };
  expect(flashes.cookie(many).length).toBeLessThan(4096);
  expect(leastProcessorMs(5, () => flashes.cookie(many))).toBeLessThan(20);
  const found = read(cookieValue(flashes.cookie({ ...many, message: [long(900), long(1)] })));
  expect(found?.message).toEqual([long(1)]);
  expect(found?.issues).toEqual({ b: long(1) });
  expect(Object.keys(found?.values ?? {}).length).toBeLessThanOrEqual(40);
});
