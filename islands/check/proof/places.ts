/** The final table out of the accounts: docs/rules/14-season-bundle.md 21. */
import { closingWorth, pointed, whole } from './amounts.ts';
import type { TraderBook } from './books.ts';
import type { BundleLines, StandingLine } from './lines.ts';
import type { Difference, Report } from './report.ts';

type Player = { id: number; book: TraderBook; row: StandingLine; group: number; equity: bigint };

const RANKS = [
  ['GENERAL', 1],
  ['COMMANDER', 10],
  ['CAPTAIN', 40],
  ['LIEUTENANT', 80],
] as const;

const sign = (n: bigint) => (n > 0n ? 1 : n < 0n ? -1 : 0);
/** Who never traded stands last; no number of a date is as large. */
const lastOf = ({ book }: Player) => book.last ?? Number.MAX_SAFE_INTEGER;
const order = (a: Player, b: Player) =>
  a.group - b.group ||
  sign(b.equity - a.equity) ||
  sign(b.book.realised - a.book.realised) ||
  lastOf(a) - lastOf(b) ||
  a.id - b.id;

export function checkPlaces(
  lines: BundleLines,
  books: ReadonlyMap<number, TraderBook>,
  report: Report,
): void {
  const rows = new Map(lines.standing.map((row) => [row.trader, row]));
  const names = new Map(lines.trader.map(({ id, name }) => [id, name]));
  const marks = new Map(lines.mark.map(({ symbol, price }) => [symbol, whole(price, 4)]));
  const missing = (line: number, id: string) =>
    report.find('places', 'missing', { kind: 'standing', id, line });
  const players: Player[] = [];
  for (const { id, isAdmin, line } of lines.trader) {
    const [row, book] = [rows.get(id), books.get(id)!];
    if (isAdmin !== (row === undefined)) missing(row?.line ?? line, names.get(id)!);
    if (!row) continue;
    const group = row.isOut ? 2 : book.trades > 0 ? 0 : 1;
    const equity = equityOf(lines.season[0]!.format, book, marks, (symbol) => missing(0, symbol));
    players.push({ id, book, row, group, equity });
  }
  if (rows.size !== lines.standing.length || players.length !== lines.standing.length) missing(0, '–');
  players.sort(order);
  const ranked = players.filter(({ group }) => group === 0);
  const step = report.state.steps.places;
  step.of = lines.standing.length;
  let [first, last] = [0, 0];
  for (const [n, player] of players.entries()) {
    if (n === 0 || player.equity !== ranked[n - 1]?.equity) first = n;
    if (n >= last) {
      last = n + 1;
      while (ranked[last]?.equity === player.equity) last++;
    }
    const place = player.group === 0 ? first + 1 : null;
    checkRow(
      player,
      n + 1,
      place,
      place === null ? 'CADET' : rankOf(place, last, ranked.length),
      names,
      report,
    );
    step.done++;
    report.tell();
  }
  report.finish('places');
}

function equityOf(
  format: number,
  book: TraderBook,
  marks: ReadonlyMap<string, bigint>,
  missing: (symbol: string) => void,
): bigint {
  let equity = book.cash;
  for (const [symbol, held] of book.open) {
    const price = marks.get(symbol);
    if (price === undefined) missing(symbol);
    else equity += closingWorth(format, price, held.q, held);
  }
  return equity > 0n ? equity : 0n;
}

/** @param last how many stand at this place or before it @param count of all who have a place */
const rankOf = (place: number, last: number, count: number): string =>
  place === 1
    ? 'GENERAL'
    : (RANKS.find(([, share]) => last <= Math.floor((share * count + 99) / 100))?.[0] ?? 'CADET');

function checkRow(
  { id, book, row, equity }: Player,
  n: number,
  place: number | null,
  rank: string,
  names: ReadonlyMap<number, string>,
  report: Report,
): void {
  const facts: [Difference, string, string][] = [
    ['place', `${row.place ?? '–'}`, `${place ?? '–'}`],
    ['equity', row.equity, pointed(equity, 2)],
    ['cashLeft', row.cash, pointed(book.cash, 2)],
    ['realised', row.realised, pointed(book.realised, 2)],
    ['trades', `${row.trades}`, `${book.trades}`],
  ];
  // these follow from the place
  if (row.place === place) facts.push(['rank', row.rank, rank], ['row', `${row.row}`, `${n}`]);
  for (const [what, is, should] of facts)
    if (is !== should)
      report.find(
        'places',
        what,
        { kind: 'standing', id: `${row.row}`, line: row.line },
        {
          trader: names.get(id) ?? null,
          is,
          should,
        },
      );
}
