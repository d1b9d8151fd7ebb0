/**
 * Reads price files of the replay market: one CSV per symbol, daily or intraday. The header names the columns, with
 * or without the symbol (`Open`, `AAPL.Open`). Rows may be in any order.
 */
import { tickerOf } from '#core/market/ticker.ts';
import { DAY_MS, MINUTE_MS, newYorkMs } from '../calendar.ts';
import { MarketSetupError } from '../market.ts';

/** `atMs`: epoch ms; for a daily row 00:00 UTC of its date. Prices as in the file. */
export type PriceRow = {
  atMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

export type PriceFile = {
  symbol: string;
  daily: boolean;
  /** Ascending, without equal times. */
  rows: PriceRow[];
  /** One sentence per skipped row: file, line and reason. */
  problems: string[];
};

const FIELDS = ['open', 'high', 'low', 'close', 'volume'] as const;

/**
 * Returns the text of a file in UTF-8, or in UTF-16 with a byte order mark, which spreadsheets write.
 * @throws MarketSetupError for any other encoding
 */
export function textOf(file: string, bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  const encoding = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // the error below reports bytes that cannot be decoded, too
  }
  throw new MarketSetupError(`${file} is no UTF-8 text: save it as CSV in UTF-8.`);
}

/**
 * @param file its name, for messages; also the symbol when the columns have none
 * @throws MarketSetupError without the needed columns, a symbol, or a valid row
 */
export function parsePriceFile(file: string, text: string): PriceFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const separator = [',', ';', '\t'].find((c) => lines[0]!.includes(c)) ?? ',';
  const columns = findColumns(file, cells(lines[0]!, separator));
  const symbol = tickerOf(columns.prefix) ?? symbolOf(file);
  if (!symbol) throw new MarketSetupError(`${file} names no ticker: call it like AAPL.csv.`);

  const problems: string[] = [];
  const rowsByTime = new Map<number, { row: PriceRow; line: number; dateOnly: boolean }>();
  let isDaily = true;
  for (let i = 1; i < lines.length; i++) {
    if (!lines[i]!.trim()) continue;
    const problem = (reason: string) => problems.push(`${file} line ${i + 1} is left out: ${reason}.`);
    const row = readRow(cells(lines[i]!, separator), columns);
    if (typeof row === 'string') {
      problem(row);
      continue;
    }
    const earlier = rowsByTime.get(row.atMs);
    if (earlier) problem(`it repeats the time of line ${earlier.line}`);
    else rowsByTime.set(row.atMs, { row, line: i + 1, dateOnly: row.dateOnly });
    isDaily &&= row.dateOnly;
  }
  if (!isDaily)
    for (const [atMs, { line, dateOnly }] of rowsByTime)
      if (dateOnly) {
        problems.push(`${file} line ${line} is left out: it has a date without a time, unlike other rows.`);
        rowsByTime.delete(atMs);
      }
  if (rowsByTime.size === 0)
    throw new MarketSetupError([`${file} has no usable row.`, ...problems.slice(0, 1)].join(' '));
  const rows = [...rowsByTime.values()]
    .map(({ row: { atMs, open, high, low, close, volume } }) => ({ atMs, open, high, low, close, volume }))
    .sort((a, b) => a.atMs - b.atMs);
  return { symbol, daily: isDaily, rows, problems };
}

type Columns = { date: number; time: number; prefix: string } & Record<(typeof FIELDS)[number], number>;

function findColumns(file: string, header: string[]): Columns {
  const names = header.map((h) => h.trim().toLowerCase());
  const date = ['datetime', 'timestamp', 'date'].map((n) => names.indexOf(n)).find((i) => i >= 0) ?? -1;
  const time = names[date] === 'date' ? names.indexOf('time') : -1;

  // only a prefix that all five columns have counts: "Adj Close" looks like a prefixed Close
  const byPrefix = new Map<string, Partial<Columns>>();
  names.forEach((name, i) => {
    const [, prefix = '', field] = /^(?:(.*)[.\s_:])?(open|high|low|close|volume)$/.exec(name) ?? [];
    if (!field) return;
    const set = byPrefix.get(prefix) ?? {};
    set[field as (typeof FIELDS)[number]] ??= i;
    byPrefix.set(prefix, set);
  });
  const completeSets = [...byPrefix].filter(([, set]) => FIELDS.every((f) => set[f] !== undefined));
  const chosen = completeSets.find(([prefix]) => prefix === '') ?? completeSets[0];
  if (date < 0 || !chosen) {
    const best =
      [...byPrefix.values()].sort((a, b) => Object.keys(b).length - Object.keys(a).length)[0] ?? {};
    const missing = [
      ...(date < 0 ? ['Date'] : []),
      ...FIELDS.filter((f) => best[f] === undefined).map(title),
    ];
    throw new MarketSetupError(
      `${file} lacks the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}.`,
    );
  }
  if (completeSets.length > 1 && chosen[0] !== '')
    throw new MarketSetupError(
      `${file} holds more than one symbol: ${completeSets.map(([p]) => p.toUpperCase()).join(', ')}.`,
    );
  return { date, time, prefix: chosen[0], ...chosen[1] } as Columns;
}

const title = (field: string) => field[0]!.toUpperCase() + field.slice(1);

/**
 * Returns the ticker at the start of a file name: BRK-B for BRK-B.csv and brk.b-daily.csv, AAPL for
 * aapl-daily-2015.csv. Null for a name that begins with no ticker.
 */
function symbolOf(file: string): string | null {
  const stem = file.replace(/^.*[/\\]/, '').replace(/\.csv$/i, '');
  const [, name, shareClass] = /^([A-Za-z]{1,4})[-_.]([A-Ca-c])(?![A-Za-z0-9])/.exec(stem) ?? [];
  if (name && shareClass) return tickerOf(`${name}.${shareClass}`);
  return tickerOf(stem) ?? tickerOf(stem.split(/[-_. ]/)[0]!);
}

/** A quoted cell may contain separators and doubled quotes. */
function cells(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator);
  const out: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!;
    if (c === '"' && isQuoted && line[i + 1] === '"') cell += line[++i]!;
    else if (c === '"') isQuoted = !isQuoted;
    else if (c === separator && !isQuoted) {
      out.push(cell);
      cell = '';
    } else cell += c;
  }
  return [...out, cell];
}

/** Returns the row, or a sentence that says what is wrong with it. */
function readRow(cell: string[], columns: Columns): (PriceRow & { dateOnly: boolean }) | string {
  const stamp = [cell[columns.date], columns.time < 0 ? '' : cell[columns.time]].join(' ').trim();
  const time = readTime(stamp);
  if (!time) return stamp ? `"${stamp.slice(0, 40)}" is not a date` : 'it has no date';
  const values: number[] = [];
  for (const field of FIELDS) {
    const text = cell[columns[field]]?.trim() ?? '';
    if (!text) return `it has no ${field}`;
    const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
    if (!Number.isFinite(value)) return `${field} "${text.slice(0, 40)}" is not a number`;
    if (field === 'volume' ? value < 0 : value < 0.0001) return `${field} ${text} is too small`;
    if (value > 1e15) return `${field} ${text} is too large`;
    values.push(value);
  }
  const [open, high, low, close, volume] = values as [number, number, number, number, number];
  if (low > high) return `low ${low} is above high ${high}`;
  if (high < Math.max(open, close))
    return `high ${high} is below ${high < open ? `open ${open}` : `close ${close}`}`;
  if (low > Math.min(open, close))
    return `low ${low} is above ${low > open ? `open ${open}` : `close ${close}`}`;
  return { ...time, open, high, low, close, volume };
}

const STAMP =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads a time. A time without an offset is New York's, as data vendors write it. Midnight without an offset means a
 * date without a time.
 */
function readTime(text: string): { atMs: number; dateOnly: boolean } | null {
  const match = STAMP.exec(text);
  if (!match) return null;
  const part = (n: number) => Number(match[n] ?? 0);
  const [month, date, hour, minute, second] = [part(2), part(3), part(4), part(5), part(6)];
  const midnight = Date.UTC(part(1), month - 1, date);
  const real = new Date(midnight);
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== date) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const offset = match[7];
  if (hour === 0 && minute === 0 && second === 0 && !offset) return { atMs: midnight, dateOnly: true };
  if (!offset)
    return { atMs: newYorkMs(midnight / DAY_MS, hour * 60 + minute) + second * 1000, dateOnly: false };
  const sign = offset[0] === '-' ? -1 : 1;
  const shift = offset === 'Z' ? 0 : sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2)));
  return { atMs: midnight + (hour * 60 + minute - shift) * MINUTE_MS + second * 1000, dateOnly: false };
}
