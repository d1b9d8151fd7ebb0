/** A bundle, derived again from its first line to its last. Knows docs/rules/14-season-bundle.md and 15-tape.md only. */
import { Books } from './books.ts';
import { checkCommitments } from './chain.ts';
import type { CatalogueRow } from './daily-levels.ts';
import { fromHex, hexHash } from './hash.ts';
import { type ReadBundle, readLines } from './lines.ts';
import { checkWaiting } from './orders.ts';
import { checkPlaces } from './places.ts';
import { catalogueHash, Prices, VERSIONS } from './prices.ts';
import type { Report, SeenHead } from './report.ts';
import { checkTimes } from './times.ts';

/** The formats of a bundle this program knows. */
const FORMATS = [1, 2, 3];

export type ProofInput = {
  /** The bundle, unpacked. */
  bytes: Uint8Array;
  catalogue: readonly CatalogueRow[];
  seen: readonly SeenHead[];
};

/** Says everything there is to say to `report`. */
export function prove({ bytes, catalogue, seen }: ProofInput, report: Report): void {
  const bundle = readLines(bytes);
  const [season] = bundle.lines.season;
  const { state } = report;
  if (!season || !FORMATS.includes(season.format)) {
    report.end('cannot');
    return;
  }
  state.season = season.number;
  state.fills = bundle.lines.fill.length;
  state.traders = bundle.lines.trader.length;
  state.simulated = season.market === 'simulated';
  const isKnown =
    !state.simulated || (VERSIONS.includes(season.tape!) && season.catalogue === catalogueHash(catalogue));
  if (season.tieRule !== 'shared' || !isKnown) {
    report.end('cannot');
    return;
  }
  checkFile(bytes, bundle, report);
  try {
    const prices = checkSeeds(bundle, catalogue, report);
    const books = new Books(bundle.lines, prices, report);
    books.play();
    checkWaiting(bundle.lines, prices, books.held, report);
    report.finish('fills');
    checkPlaces(bundle.lines, books.all, report);
    checkTimes(bundle, report);
    checkCommitments(bytes, bundle, seen, report);
  } catch (error) {
    // a value that cannot be read where one must stand
    report.find('bundle', 'line', { kind: 'line', id: '–', line: 0 }, { is: `${error}` });
  }
  report.end(state.found > 0 ? 'differs' : 'holds');
}

function checkFile(bytes: Uint8Array, { lines, faults }: ReadBundle, report: Report): void {
  const place = (line: number) => ({ kind: 'line', id: `${line}`, line }) as const;
  for (const { line } of faults) report.find('bundle', 'line', place(line));
  const [season] = lines.season;
  for (const kind of ['trader', 'fill', 'event', 'link'] as const) {
    const count = season![`${kind}s`];
    if (count !== lines[kind].length)
      report.find('bundle', 'count', place(1), { is: `${count} ${kind}`, should: `${lines[kind].length}` });
  }
  for (const { hash, start, line } of lines.end) {
    const should = hexHash(bytes.subarray(0, start));
    if (hash !== should)
      report.find('bundle', 'file', place(line), { is: hash.slice(0, 12), should: should.slice(0, 12) });
  }
  report.state.steps.bundle.of = bytes.length;
  report.finish('bundle');
}

function checkSeeds(
  { lines }: ReadBundle,
  catalogue: readonly CatalogueRow[],
  report: Report,
): Prices | null {
  const step = report.state.steps.seeds;
  step.of = lines.seed.length;
  for (const { period, hash, seed, line } of lines.seed) {
    const should = hexHash(fromHex(seed));
    if (hash === should) step.done++;
    else
      report.find(
        'seeds',
        'seed',
        { kind: 'seed', id: `${period}`, line },
        {
          is: hash.slice(0, 12),
          should: should.slice(0, 12),
        },
      );
  }
  report.finish('seeds');
  if (!report.state.simulated) return null;
  const seeds = lines.seed.map(({ from, seed }) => ({ from, seed: fromHex(seed) }));
  const { tape, hours } = lines.season[0]!;
  return new Prices(tape!, hours, seeds, catalogue);
}
