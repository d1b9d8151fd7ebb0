/** The browser's own tape, by the vectors of docs/rules/15-tape.md. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueRow } from './daily-levels.ts';
import { fromHex, hexHash, toHex, utf8 } from './hash.ts';
import { Keystream } from './keystream.ts';
import { NORMAL } from './normals.ts';
import { catalogueHash, Prices, wholePrice } from './prices.ts';
import { DAY, hoursOf } from './sessions.ts';

const rules = join(import.meta.dir, '../../../docs/rules');
const text = readFileSync(join(rules, '15-tape.md'), 'utf8');
const catalogue: CatalogueRow[] = JSON.parse(
  readFileSync(join(rules, '../../static/tape-catalogue.json'), 'utf8'),
);
type Period = { effectiveFrom: number; seed: string };
const vectors = <G, I>(step: string): { given: G; is: I }[] =>
  new RegExp(`\`\`\`jsonl ${step}\n([\\s\\S]*?)\`\`\``)
    .exec(text)![1]!
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const seedOf = (seed: string) =>
  seed === 'public'
    ? fromHex(hexHash(utf8('Paperpit: the public history of the simulated market')))
    : fromHex(seed);

type Seeded = { version?: number; hours: string; seedPeriods?: Period[] };
const pricesOf = ({ version = 4, hours, seedPeriods = [] }: Seeded) => {
  const seeds = seedPeriods.map(({ effectiveFrom, seed }) => ({ from: effectiveFrom, seed: seedOf(seed) }));
  return new Prices(version, hours, seeds, catalogue);
};

test('hashes, keys, streams, table, sessions, catalogue', () => {
  expect(hexHash(utf8('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  for (const length of [0, 55, 56, 63, 64, 119, 1000]) {
    const data = new Uint8Array(length).fill(7);
    expect(hexHash(data)).toBe(new Bun.CryptoHasher('sha256').update(data).digest('hex'));
  }
  for (const { given, is } of vectors<{ seed?: string }, { key: string; published: string }>('keys'))
    if (given.seed) {
      expect(toHex(new Keystream(seedOf(given.seed)).key)).toBe(is.key);
      expect(hexHash(seedOf(given.seed))).toBe(is.published);
    }
  for (const { given, is } of vectors<
    { seed: string; name: string; block: number },
    { bytes: string; words: number[] }
  >('streams')) {
    const key = new Keystream(seedOf(given.seed));
    expect(toHex(key.read(given.name, given.block, 16))).toBe(is.bytes);
    expect([...key.words(given.name, given.block).slice(0, 4)]).toEqual(is.words);
  }
  for (const { given, is } of vectors<{ byte: number }, number>('table')) expect(NORMAL[given.byte]).toBe(is);
  for (const { given, is } of vectors<
    { hours: string; date: string },
    { openMs: number; minutes: number } | null
  >('sessions')) {
    const hours = hoursOf(given.hours, Date.parse(given.date) / DAY);
    expect(hours && { openMs: hours.opens, minutes: hours.minutes }).toEqual(is);
  }
  for (const { is } of vectors<object, { version: string }>('catalogue'))
    expect(catalogueHash(catalogue)).toBe(is.version);
});

test('prices and minutes', () => {
  for (const { given, is } of vectors<Seeded & { symbol: string; at: string }, { price: number; at: string }>(
    'prices',
  )) {
    const trade = pricesOf(given).newest(given.symbol, Date.parse(given.at))!;
    expect({ price: wholePrice(trade.exact), at: new Date(trade.at).toISOString() }).toEqual(is);
  }
  let jumps = 0;
  for (const { given, is } of vectors<Seeded & { symbol: string; minute: string }, [number, number][]>(
    'minutes',
  )) {
    const from = Date.parse(given.minute);
    const prices = pricesOf(given);
    const all = [...prices.between(given.symbol, from - 1, from + 59_999, () => false)];
    expect(all.map(({ at, exact }): [number, number] => [at - from, wholePrice(exact)])).toEqual(is);
    // a minute is quiet only where no trade of it reaches
    let bounds = { low: 0, high: 0 };
    const none = [
      ...prices.between(given.symbol, from - 1, from + 59_999, (low, high) => {
        bounds = { low, high };
        return true;
      }),
    ];
    // a minute with a jump has no bounds, and is never quiet
    if (none.length > 0) expect(none).toEqual(all);
    else for (const { exact } of all) expect(exact > bounds.low && exact < bounds.high).toBe(true);
    if (none.length > 0) jumps++;
  }
  expect(jumps).toBe(1);
});
