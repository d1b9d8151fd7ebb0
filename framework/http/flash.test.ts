import { expect, test } from 'bun:test';
import { createCipheriv, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { leastProcessorMs } from '../tests/processor-time.ts';
import { createFlashes, type FlashTexts } from './flash.ts';
import { purposeKey } from './signing.ts';

const key = purposeKey(new Uint8Array(32).fill(7), 'flash');
let now = 1_000_000;
const flashes = createFlashes(key, ['sid', '__Host-sid'], () => now);

const NOBODY = 'tz=UTC';
const request = (cookie: string) => new Request('http://site.example/', { headers: { cookie } });
/** Reads a message from a request with this cookie. @param session the request's other cookies */
const read = (value: string, session = NOBODY, from = flashes) =>
  from.read(request(`${session}; flash=${value}; lang=he`));
const cookieValue = (header: string) => /^flash=([^;]*);/.exec(header)![1]!;
const written = (flash: FlashTexts, session = NOBODY, answer?: Headers) =>
  cookieValue(flashes.cookie(flash, request(session), answer));

/** Returns a cookie with any content, sealed like a real one. */
function sealed(content: string | Uint8Array, deflated = 0): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('\n'));
  const parts = [nonce, cipher.update(Buffer.of(deflated)), cipher.update(content), cipher.final()];
  return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url');
}

const GOOD: FlashTexts = {
  kind: 'error',
  title: { key: 'chart:failedTitle' },
  message: [{ key: 'errors:INVALID_QUANTITY' }],
};

/** Returns a text with a value of `chars` characters. */
const long = (chars: number) => ({
  key: 'errors:UNKNOWN_SYMBOL' as const,
  params: { symbol: 's'.repeat(chars) },
});

test('what was written is read', () => {
  const values = { message: 'שלום '.repeat(900), name: 'Noa' };
  const whole = { ...GOOD, values, issues: { name: { key: 'errors:firstName' } } } as const;
  expect(read(written(whole))).toEqual(whole);
  expect(read(written(GOOD))).toEqual(GOOD);
  expect(read(sealed(JSON.stringify({ ...GOOD, at: now })))).toEqual(GOOD);
});

test('whoever sees the cookie reads nothing in it', () => {
  const value = written({ ...GOOD, values: { name: 'Noa' } });
  const bytes = Buffer.from(value, 'base64url');
  expect(bytes.includes('Noa')).toBe(false);
  expect(bytes.includes('INVALID_QUANTITY')).toBe(false);
  expect(written(GOOD)).not.toBe(written(GOOD));
});

test('only what this installation sealed for this purpose is read, and only as it was sealed', () => {
  const value = written(GOOD);
  const otherKey = createFlashes(purposeKey(new Uint8Array(32).fill(7), 'another'), ['sid']);
  const last = 'AQgw'.includes(value.at(-1)!) ? 'B' : 'A';
  for (const forged of [
    cookieValue(otherKey.cookie(GOOD, request(NOBODY))),
    Buffer.from(JSON.stringify({ ...GOOD, at: now })).toString('base64url'),
    ...[...value].map((char, i) => value.slice(0, i) + (char === 'A' ? 'B' : 'A') + value.slice(i + 1)),
    `A${value}`,
    `${value}A`,
    `${value}=`,
    value.slice(0, -1) + last,
    value.slice(1),
    value.slice(0, -1),
    value.slice(0, 37),
    value.slice(0, 16),
    '',
    'AA',
  ])
    expect(read(forged)).toBeNull();
});

test.each(['sid', '__Host-sid'])('a message is read by the session it was written for (%s)', (name) => {
  const [dana, noa] = [`${name}=dana`, `${name}=noa`];
  const value = written(GOOD, dana);
  expect(read(value, dana)).toEqual(GOOD);
  for (const other of [noa, NOBODY, `x${name}=dana`]) expect(read(value, other)).toBeNull();
  expect(read(written(GOOD), dana)).toBeNull();
});

test('an answer that begins or ends a session writes for the session that follows', () => {
  const begins = new Headers([
    ['set-cookie', 'lang=he; Path=/'],
    ['set-cookie', 'sid=new; Max-Age=60; Path=/'],
  ]);
  const value = written(GOOD, 'sid=old', begins);
  expect(read(value, 'sid=new')).toEqual(GOOD);
  expect(read(value, 'sid=old')).toBeNull();
  const ends = new Headers({ 'set-cookie': 'sid=; Max-Age=0; Path=/' });
  expect(read(written(GOOD, 'sid=old', ends))).toEqual(GOOD);
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
])('%s is refused, sealed or not', (_, content) => {
  expect(read(sealed(JSON.stringify(content)))).toBeNull();
});

test('a small cookie does not grow large', () => {
  const flash = JSON.stringify({ ...GOOD, at: now, values: { a: 'a'.repeat(200_000) } });
  const bomb = sealed(deflateRawSync(flash), 1);
  expect(bomb.length).toBeLessThan(1000);
  expect(read(bomb)).toBeNull();
});

test('a minute later it is over', () => {
  const value = written(GOOD);
  now += 60_000;
  expect(read(value)).toEqual(GOOD);
  now += 1;
  expect(read(value)).toBeNull();
});

test('a form of 60 KB becomes one cookie that browsers keep, quickly', () => {
  const random = () => Math.random().toString(36).slice(2);
  const values = Object.fromEntries(Array.from({ length: 5000 }, () => [random(), random()]));
  const many = { ...GOOD, values, issues: { a: long(1000), b: long(1) } };
  expect(flashes.cookie(many, request(NOBODY)).length).toBeLessThan(4096);
  expect(leastProcessorMs(5, () => flashes.cookie(many, request(NOBODY)))).toBeLessThan(20);
  const flash = read(written({ ...many, message: [long(900), long(1)] }));
  expect(flash?.message).toEqual([long(1)]);
  expect(flash?.issues).toEqual({ b: long(1) });
  expect(Object.keys(flash?.values ?? {}).length).toBeLessThanOrEqual(40);
});
