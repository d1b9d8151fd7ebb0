/** Recomputes the vectors, the table and the catalogue in docs/rules/15-tape.md, which describes the tape. */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noPython, runPython } from '#tests/helpers/python.ts';
import { VECTORS } from '#tests/helpers/tape-vectors.ts';
import { CATALOGUE_VERSION, COMPANIES, catalogueVersion } from './companies.ts';
import { NORMALS } from './random.ts';
import { ANCHOR_DAY, HISTORY_DAY } from './series.ts';
import { TAPE_VERSION } from './tape.ts';

const rules = join(import.meta.dir, '../../docs/rules');
const text = readFileSync(join(rules, '15-tape.md'), 'utf8');
const readVectors = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { given: never; is: unknown });
const blocks = [...text.matchAll(/```jsonl (\w+)\n([\s\S]*?)```/g)].map(([, step, lines]) => ({
  step: step as keyof typeof VECTORS,
  vectors: readVectors(lines!),
}));

/** Rounds doubles to 12 digits; the document has 15. */
const rounded = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (_, v) =>
      typeof v === 'number' && !Number.isInteger(v) ? Number(v.toPrecision(12)) : v,
    ),
  );

test('every step has vectors', () => {
  expect(blocks.map(({ step }) => step).sort()).toEqual(
    Object.keys(VECTORS).sort() as (typeof blocks)[0]['step'][],
  );
  for (const { vectors } of blocks) expect(vectors.length).toBeGreaterThan(1);
});

describe.each(blocks)('$step', ({ step, vectors }) => {
  test.each(vectors)('%j', ({ given, is }) => {
    expect(rounded(VECTORS[step](given))).toEqual(rounded(is));
  });
});

test('the table, the constants and the catalogue are ours', () => {
  const table = /```normals\n([\s\S]*?)```/.exec(text)![1]!.trim().split(/\s+/).map(Number);
  expect(table).toEqual([...NORMALS.slice(128)]);
  expect(
    NORMALS.slice(0, 128)
      .toReversed()
      .map((z) => -z),
  ).toEqual(NORMALS.slice(128));
  for (const says of [
    `version **${TAPE_VERSION}**`,
    `\`FIRST\` = ${HISTORY_DAY} `,
    `\`ANCHOR\` = ${ANCHOR_DAY} `,
  ])
    expect(text).toContain(says);
  const rows: [string, string, number, number, number, number, number][] = JSON.parse(
    readFileSync(join(rules, '../../static/tape-catalogue.json'), 'utf8'),
  );
  const named = rows.map(([symbol, sector, beta, price, shares, volume, vol]) => ({
    ...COMPANIES.find((c) => c.symbol === symbol)!,
    symbol,
    sector,
    beta,
    price,
    shares,
    volume,
    vol,
  }));
  expect(catalogueVersion(named)).toBe(CATALOGUE_VERSION);
});

test.skipIf(noPython !== '')(
  `a program written from the document alone gets the same${noPython}`,
  async () => {
    const count = blocks.reduce((sum, { vectors }) => sum + vectors.length, 0);
    expect(await runPython('tape.py')).toEqual({ code: 0, output: `${count} vectors, 0 differ\n` });
  },
);
