/** Valid and tampered bundles, checked by the proof in the browser and by the one in Python. */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEWEST_RULES } from '#core/season/terms.ts';
import { SeasonDiffersError } from '#proof/difference.ts';
import type { SeenHead } from '#proof/season-replay.ts';
import { CannotCheckError } from '#proof/terms.ts';
import { bundleFile, verifyBundle } from '#services/verify/bundle.ts';
import { testFolder } from '#tests/helpers/folder.ts';
import { FORGERIES, forged, HONEST_CLOCKS, HONEST_TRAILS } from '#tests/helpers/forgeries.ts';
import { noPython, runPython } from '#tests/helpers/python.ts';
import { bundleText, linked, sampleBundle, seal } from '#tests/helpers/sample-bundle.ts';
import { checkInBrowser, checkInPython } from '#tests/helpers/strangers.ts';

const honest = sampleBundle({ fills: 300, traders: 12, symbols: 4, days: 3, ordersEach: 9 });
const earlier = sampleBundle({ fills: 40, traders: 4, symbols: 4, days: 3, ordersEach: 9, version: 3 });
type Bundle = typeof honest;
async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.trimEnd().split('\n');
}
const of = (lines: Bundle, kind: string) => lines.filter(([each]) => each === kind);
/** Changes one value in the n-th line of a kind. */
function change(
  lines: Bundle,
  kind: string,
  n: number,
  at: number,
  to: (value: never) => Bundle[0][0],
): Bundle {
  const line = of(lines, kind)[n]!;
  return lines.map((each) => (each === line ? each.with(at, to(each[at] as never)) : each));
}
const more = (by: string) => (value: string) =>
  (Number(value) + Number(by)).toFixed(value.split('.')[1]!.length);
const orderFill = of(honest, 'fill').findIndex((line) => line[12] !== null);

/** Changes to a bundle; the tests then seal it, so that its own hash is right again. */
const TAMPERED: [name: string, change: (lines: Bundle) => Bundle][] = [
  ['a price', (lines) => change(lines, 'fill', 40, 6, more('0.01'))],
  ['the moment of a price', (lines) => change(lines, 'fill', 41, 8, (at: number) => at - 5000)],
  ['a quantity', (lines) => change(lines, 'fill', 42, 5, more('1'))],
  ['who traded', (lines) => change(lines, 'fill', 43, 2, (id: number) => (id % 12) + 1)],
  ['cash', (lines) => change(lines, 'fill', 44, 7, more('0.01'))],
  ['a source', (lines) => change(lines, 'fill', 45, 9, () => 'replay')],
  ['the time of an order’s fill', (lines) => change(lines, 'fill', orderFill, 8, (at: number) => at + 1000)],
  ['an order passed over', (lines) => change(lines, 'event', 0, 15, more('1'))],
  ['a rule', (lines) => change(lines, 'rules', 0, 4, () => 1)],
  ['a seed', (lines) => change(lines, 'seed', 1, 4, (seed: string) => seed.replace(/^../, 'ff'))],
  ['a mark', (lines) => change(lines, 'mark', 0, 2, more('1'))],
  ['a place', (lines) => change(lines, 'standing', 3, 3, () => 2)],
  ['equity', (lines) => change(lines, 'standing', 3, 5, more('0.01'))],
  ['a head', (lines) => change(lines, 'link', 2, 9, (head: string) => head.replace(/^../, 'ff'))],
  ['a fill less', (lines) => lines.filter((line) => line !== of(lines, 'fill')[60])],
  ['a trader less', (lines) => lines.filter((line) => line !== of(lines, 'trader')[3])],
];

test('an honest season holds, and says of what', async () => {
  const state = checkInBrowser(bundleText(honest));
  expect(state.findings).toEqual([]);
  expect(state).toMatchObject({ end: 'holds', season: 3, traders: 12, differences: 0, differing: [] });
  expect(state.done).toBe(of(honest, 'fill').length);
  for (const { over, done, of } of Object.values(state.steps)) {
    expect(over).toBe(true);
    if (done > 0) expect(done).toBe(of);
  }
});

const FORMAT_1 = join(import.meta.dir, '../../tests/data/season-bundle-1.jsonl.gz');
const formatOne = new TextDecoder().decode(Bun.gunzipSync(readFileSync(FORMAT_1)));

test('a season of version 1 is proved by the rules it was played by', async () => {
  expect(checkInBrowser(formatOne)).toMatchObject({ end: 'holds', fills: 238, traders: 8, findings: [] });
  expect(await verifyBundle(bundleFile(FORMAT_1))).toMatchObject({ foreign: 242, standings: 8, links: 7 });
});

test('a season of the tape before this one holds by its own version, and not by another', () => {
  expect(checkInBrowser(bundleText(earlier))).toMatchObject({ end: 'holds', differences: 0 });
  const renamed = seal(change(earlier, 'season', 0, 7, () => 4));
  expect(checkInBrowser(bundleText(renamed)).end).toBe('differs');
});

test('what this browser saw has to be in it', () => {
  const [, seq, linkedAt] = of(honest, 'link')[4]!;
  const head = of(honest, 'link')[4]!.at(-1);
  const seenHeads = (seenHead: unknown) => [[3, seq, seenHead, linkedAt]] as SeenHead[];
  expect(checkInBrowser(bundleText(honest), seenHeads(head)).end).toBe('holds');
  const { end, findings } = checkInBrowser(bundleText(honest), seenHeads('00'.repeat(32)));
  expect(end).toBe('differs');
  expect(findings.map(({ what, step }) => [what, step])).toEqual([['seen', 'chain']]);
});

const UNKNOWN: [what: string, at: number, value: string | number][] = [
  ['version', 1, NEWEST_RULES + 1],
  ['market', 3, 'moon'],
  ['market, a name that every object has', 3, 'toString'],
  ['hours', 4, 'never'],
  ['tape', 7, 99],
  ['rule for ties, which is no text', 10, '\ud800'],
];
test.each(UNKNOWN)('an unknown %s is neither proved nor disproved', async (_, at, value) => {
  const text = bundleText(seal(change(earlier, 'season', 0, at, () => value)));
  expect(checkInBrowser(text).end).toBe('cannot');
  await expect(verifyBundle(linesOf(text))).rejects.toThrow(CannotCheckError);
  if (noPython === '') expect(await checkInPython(text)).toMatchObject({ code: 3 });
});

/** A part of the text of an error that the language raised instead of the proof. */
const CRASH = /evaluating|not a function|iterable|Traceback/;
const DAMAGED: [what: string, change: (lines: Bundle) => Bundle][] = [
  ['no season', (lines) => lines.filter(([kind]) => kind !== 'season')],
  ['two seasons', (lines) => [lines[0]!, ...lines]],
  ['a number that is a text', (lines) => change(lines, 'season', 0, 2, String)],
  ['a number with a fraction', (lines) => change(lines, 'seed', 0, 2, (from: number) => from + 0.5)],
  ['an id that is missing', (lines) => change(lines, 'seed', 0, 1, () => null)],
  ['start cash of 60 digits', (lines) => change(lines, 'season', 0, 11, () => `${'9'.repeat(60)}.00`)],
  ['digits of another script', (lines) => change(lines, 'season', 0, 11, () => '１00000.00')],
  ['bytes in upper case', (lines) => change(lines, 'seed', 0, 4, (seed: string) => seed.toUpperCase())],
  ['an end that a tape never reaches', (lines) => change(lines, 'season', 0, 14, () => 8.64e15)],
  ['a price that a tape never reaches', (lines) => change(lines, 'fill', 0, 8, () => 8e15)],
  ['an end before 1970', (lines) => change(lines, 'season', 0, 14, () => -1)],
  ['an unknown change of an order', (lines) => change(lines, 'event', 0, 4, () => 'jumped')],
  ['an order without a size', (lines) => change(lines, 'event', 0, 12, () => null)],
  ['an unknown action', (lines) => change(lines, 'fill', 0, 3, () => 'toString')],
];
test.each(DAMAGED)('%s is refused by each program with a sentence', async (_, damage) => {
  const lines = damage(earlier);
  const text = bundleText(seal(linked(lines, 3)));
  expect(checkInBrowser(text).end).not.toBe('holds');
  const refused = await verifyBundle(linesOf(text)).catch((error: Error) => error);
  expect(refused).toBeInstanceOf(SeasonDiffersError);
  expect((refused as Error).message).not.toMatch(CRASH);
  if (noPython !== '') return;
  const { code, output } = await checkInPython(text);
  expect([code, output]).toEqual([1, expect.stringMatching(/^line \d+: /)]);
  expect(output).not.toMatch(CRASH);
});

const whole = Bun.gzipSync(bundleText(earlier));
const FILES: [what: string, bytes: Uint8Array][] = [
  ['an empty file', new Uint8Array()],
  ['a file that is cut', whole.subarray(0, -20)],
  ['a file with a wrong checksum', whole.with(-8, whole.at(-8)! ^ 1)],
  ['arrays in arrays', new TextEncoder().encode(`${'['.repeat(50_000)}\n`)],
  ['a byte order mark', new TextEncoder().encode(`\ufeff${bundleText(earlier)}`)],
];
test.each(FILES)('%s is refused by each program with a sentence', async (_, bytes) => {
  const file = join(testFolder(), 'season.jsonl.gz');
  await Bun.write(file, bytes);
  await expect(verifyBundle(bundleFile(file))).rejects.toThrow(SeasonDiffersError);
  if (noPython !== '') return;
  const { code, output } = await runPython('verify.py', file);
  expect([code, output]).toEqual([1, expect.stringMatching(/^(line \d+|the file cannot be read): /)]);
  expect(output).not.toMatch(CRASH);
});

describe('what is added to a season that is sealed anew', () => {
  const season = sampleBundle({ fills: 6, traders: 9, symbols: 4, days: 1, ordersEach: 9 });
  /** Returns the verdicts of program, browser and Python on a changed and newly sealed season. */
  async function saidAfter(change: (typeof FORGERIES)[number]['bundle']): Promise<boolean[]> {
    const lines = season.map((line) => [...line]);
    change(lines, null as never);
    const text = bundleText(forged(lines));
    const program = verifyBundle(linesOf(text));
    const holds = [
      await program.then(
        () => true,
        () => false,
      ),
      checkInBrowser(text).end === 'holds',
    ];
    return noPython === '' ? [...holds, (await checkInPython(text)).code === 0] : holds;
  }
  const all = (holds: boolean) => Array.from({ length: noPython === '' ? 3 : 2 }, () => holds);

  test('a trade dated before an earlier one of its trader is the last trade, which decides a tie', async () => {
    expect(await saidAfter(HONEST_CLOCKS)).toEqual(all(true));
  });
  test('a trailing stop at a price of its moment, and where prices have moved it', async () => {
    expect(await saidAfter(HONEST_TRAILS)).toEqual(all(true));
  });
  test.each(['where a trailing stop begins', 'where a changed trailing stop had moved to'])(
    '%s is found by each proof',
    async (what) => {
      expect(await saidAfter(FORGERIES.find((each) => each.what === what)!.bundle)).toEqual(all(false));
    },
  );
});

describe('found in the browser', () => {
  test.each(TAMPERED)('%s', (_, tamper) => {
    const { end, findings } = checkInBrowser(bundleText(seal(tamper(honest))));
    expect(end).toBe('differs');
    expect(findings.length).toBeGreaterThan(0);
  });
  test('rules that stand behind fills they hold for, in a chain sealed anew', () => {
    const rules = of(honest, 'rules')[0]!;
    const others = honest.filter((line) => line !== rules);
    const links = others.flatMap(([kind], n) => (kind === 'link' ? [n] : []));
    const moved = seal(linked(others.toSpliced(links.at(-2)! + 1, 0, rules), 3));
    const { findings } = checkInBrowser(bundleText(moved));
    expect(findings.map(({ step, what, place }) => [step, what, place.kind])).toEqual([
      ['bundle', 'line', 'fill'],
    ]);
  });
  test('a last price that is missing', () => {
    const mark = of(honest, 'mark')[0]!;
    const { findings } = checkInBrowser(bundleText(seal(honest.filter((line) => line !== mark))));
    expect(findings.map(({ what, place }) => [what, place.id])).toContainEqual([
      'missing',
      mark[1] as string,
    ]);
  });
  test('every difference, with the fills it is in, step by step', () => {
    const twice = change(change(honest, 'fill', 40, 6, more('0.01')), 'fill', 45, 9, () => 'replay');
    const { findings, differing, steps, differences } = checkInBrowser(bundleText(seal(twice)));
    expect(differing.slice(0, 2)).toEqual([40, 45]);
    expect(findings.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['price', 'source', 'cash', 'rows']),
    );
    expect(Object.values(steps).reduce((sum, { differs }) => sum + differs, 0)).toBe(differences);
    const order = Object.keys(steps);
    expect(findings.map(({ step }) => order.indexOf(step))).toEqual(
      findings.map(({ step }) => order.indexOf(step)).toSorted((a, b) => a - b),
    );
  });
  test('a file that ends in the middle of a line, and one with a mark before a line', () => {
    const text = bundleText(honest);
    expect(checkInBrowser(text.slice(0, -1)).end).toBe('differs');
    expect(checkInBrowser(text.replace('\n["fill"', '\n\ufeff["fill"')).end).toBe('differs');
  });
  test('a file cut off', () => {
    expect(checkInBrowser(bundleText(honest.slice(0, -20))).end).toBe('differs');
  });
});

describe.skipIf(noPython !== '')(`in Python${noPython}`, () => {
  test('an honest season holds', async () => {
    const { code, output } = await checkInPython(bundleText(honest));
    const fills = of(honest, 'fill').length;
    expect(output).toBe(`${fills} fills by 12 traders: every price, every balance, every place follows.\n`);
    expect(code).toBe(0);
  });
  test('a season of version 1 holds', async () => {
    expect(await checkInPython(formatOne)).toMatchObject({ code: 0 });
  });
  test('an honest season of the tape before this one', async () => {
    expect((await checkInPython(bundleText(earlier))).code).toBe(0);
  });
});
