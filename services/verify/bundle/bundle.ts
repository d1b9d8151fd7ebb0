/** Proves a season from its bundle alone, in one pass: no database, no settings. */
import { SeasonDiffersError } from '../difference.ts';
import type { Verification } from '../verify.ts';
import { BundleBook } from './book.ts';
import { type BundleLine, type BundleSeason, type Kind, readLine, readSeason } from './lines.ts';

/** Kinds that stand among each other share a number. */
const PLACES: Record<Kind, number> = {
  ...{ season: 0, seed: 1, split: 2, trader: 3, rules: 4, fill: 4, event: 4, link: 4 },
  ...{ mark: 5, standing: 6, end: 7 },
};

/** @param lines of the bundle @throws SeasonDiffersError naming the row, CannotCheckError */
export async function verifyBundle(lines: AsyncIterable<string>): Promise<Verification & { number: number }> {
  const hasher = new Bun.CryptoHasher('sha256');
  const order = lineOrder();
  let season: BundleSeason | null = null;
  let book: BundleBook | null = null;
  let isOver = false;
  let end = { should: '', is: '' };
  let n = 0;
  for await (const text of lines) {
    const line = readLine(text, ++n);
    if (isOver) throw new SeasonDiffersError(`Line ${n} stands behind the end.`);
    order.add(line, n);
    if (line.kind === 'end') {
      isOver = true;
      end = { should: line.values[0] as string, is: hasher.digest('hex') };
      continue;
    }
    hasher.update(`${text}\n`);
    if (line.kind === 'season') {
      season = readSeason(line.values);
      book = new BundleBook(season);
    } else addTo(book!, line, text, n);
  }
  if (!season || !book || !isOver) throw new SeasonDiffersError('The bundle has no end.');
  const verified = book.result();
  for (const [kind, should] of Object.entries(season.counts))
    if (order.count(kind.slice(0, -1) as Kind) !== should)
      throw new SeasonDiffersError(
        `The bundle should have ${should} ${kind}; it has ${order.count(kind.slice(0, -1) as Kind)}.`,
      );
  // last: it names no row
  if (end.should !== end.is)
    throw new SeasonDiffersError(`The end says the bundle's hash is ${end.should}; it is ${end.is}.`);
  return { number: season.number, ...verified };
}

function addTo(book: BundleBook, { kind, values }: BundleLine, text: string, n: number): void {
  try {
    book.add(kind, values, text);
  } catch (error) {
    if (!(error instanceof RangeError) && (error as Error).constructor !== Error) throw error;
    throw new SeasonDiffersError(`Line ${n} cannot be read: ${(error as Error).message}`);
  }
}

/** Kinds come one after another, the lines of each in the order of their first value. */
function lineOrder() {
  const last = new Map<Kind, unknown>();
  const counts = new Map<Kind, number>();
  let place = -1;
  return {
    count: (kind: Kind): number => counts.get(kind) ?? 0,
    add({ kind, values: [first] }: BundleLine, n: number): void {
      const before = last.get(kind);
      const isLate = PLACES[kind] < place || (place < 0 && kind !== 'season');
      const isTwice = kind === 'season' && place >= 0;
      if (isLate || isTwice)
        throw new SeasonDiffersError(`Line ${n}, of a ${kind}, stands in the wrong place.`);
      if (before !== undefined && !((first as number | string) > (before as number | string)))
        throw new SeasonDiffersError(`Line ${n}: ${kind} ${first} stands behind ${kind} ${before}.`);
      place = PLACES[kind];
      last.set(kind, first);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    },
  };
}
