import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { MarketSetupError } from '../market.ts';
import { parsePriceFile, textOf } from './csv.ts';

const HEADER = 'Date,Open,High,Low,Close,Volume';
const parse = (rows: string[], { file = 'AAPL.csv', header = HEADER } = {}) =>
  parsePriceFile(file, [header, ...rows].join('\n'));
const day = (iso: string) => Date.parse(`${iso}T00:00:00Z`);

describe('columns', () => {
  const row = { atMs: day('2016-01-04'), open: 10, high: 12, low: 9, close: 11, volume: 500 };

  test.each([
    ['bare', HEADER, '2016-01-04,10,12,9,11,500', 'AAPL.csv'],
    [
      'prefixed, among others',
      'Date,AAPL.Open,AAPL.High,AAPL.Low,AAPL.Close,AAPL.Volume,AAPL.Adjusted,up',
      '2016-01-04,10,12,9,11,500,3,4',
      'prices.csv',
    ],
    [
      'another order and case',
      'volume,CLOSE,low,high,open,datetime',
      '500,11,9,12,10,2016-01-04',
      'aapl-daily-2015-2017.csv',
    ],
    [
      'an adjusted close beside the close',
      'Date,Open,High,Low,Adj Close,Close,Volume',
      '2016-01-04,10,12,9,7,11,500',
      'AAPL.csv',
    ],
    [
      'quotes, semicolons and a byte order mark',
      '\uFEFF"Date";"Open";"High";"Low";"Close";"Volume"',
      '"2016-01-04";"10";"12";"9";"11";"500"',
      'aapl.CSV',
    ],
    ['a date and a time of midnight', HEADER, '2016-01-04 00:00:00,10,12,9,11,500\r', 'AAPL.csv'],
  ])('%s', (_, header, line, file) => {
    expect(parse([line], { file, header })).toEqual({
      symbol: 'AAPL',
      daily: true,
      rows: [row],
      problems: [],
    });
  });

  test('a file without needed columns names them and stops', () => {
    expect(() => parse([], { header: 'Date,Open,High,Close' })).toThrow(
      new MarketSetupError('AAPL.csv lacks the columns Low, Volume.'),
    );
    expect(() => parse([], { header: 'Open,High,Low,Close,Volume' })).toThrow(
      'AAPL.csv lacks the column Date.',
    );
    expect(() => parse([], { header: '' })).toThrow(
      'lacks the columns Date, Open, High, Low, Close, Volume.',
    );
    expect(() => parse([], { header: 'Date,A.Open,A.High,B.Low,B.Close,B.Volume' })).toThrow(
      'lacks the columns Open, High.',
    );
  });

  test('two symbols in one file, or none to be told, stop as well', () => {
    const both = ['A', 'B']
      .flatMap((s) => ['Open', 'High', 'Low', 'Close', 'Volume'].map((f) => `${s}.${f}`))
      .join();
    expect(() => parse([], { header: `Date,${both}` })).toThrow('AAPL.csv holds more than one symbol: A, B.');
    expect(() => parse(['2016-01-04,1,1,1,1,1'], { file: '(prices).csv' })).toThrow('names no ticker');
  });

  test('the symbol comes from the file name', () => {
    const symbolOf = (file: string) => parse(['2016-01-04,1,1,1,1,1'], { file }).symbol;
    const classes = ['BRK-B.csv', 'BRK.B.csv', 'brk_b.csv', 'brk.b-daily-2015.csv', 'BRK-B 2016.csv'];
    expect(classes.map(symbolOf)).toEqual(classes.map(() => 'BRK-B'));
    expect(['msft_1min.csv', 'TSLA 2016.csv', 'x.csv', 'aapl-d-2015.csv'].map(symbolOf)).toEqual([
      'MSFT',
      'TSLA',
      'X',
      'AAPL',
    ]);
  });
});

describe('rows', () => {
  test('rows in any order are sorted, oldest first', () => {
    const { rows } = parse(['2016-01-06,1,1,1,1,1', '2016-01-04,2,2,2,2,2', '2016-01-05,3,3,3,3,3']);
    expect(rows.map((r) => r.open)).toEqual([2, 3, 1]);
  });

  test.each([
    ['2016-13-01,10,12,9,11,5', '"2016-13-01" is not a date'],
    ['2016-02-30,10,12,9,11,5', '"2016-02-30" is not a date'],
    ['soon,10,12,9,11,5', '"soon" is not a date'],
    [',10,12,9,11,5', 'it has no date'],
    ['2016-01-04,10,12,9,11', 'it has no volume'],
    ['2016-01-04,,12,9,11,5', 'it has no open'],
    ['2016-01-04,10,12,9,NaN,5', 'close "NaN" is not a number'],
    ['2016-01-04,10,12,9,1e400,5', 'close "1e400" is not a number'],
    ['2016-01-04,10,"1,200",9,11,5', 'high "1,200" is not a number'],
    ['2016-01-04,0,12,0,11,5', 'open 0 is too small'],
    ['2016-01-04,10,12,-9,11,5', 'low -9 is too small'],
    ['2016-01-04,10,12,9,11,-5', 'volume -5 is too small'],
    ['2016-01-04,10,9,12,11,5', 'low 12 is above high 9'],
    ['2016-01-04,10,10.5,9,11,5', 'high 10.5 is below close 11'],
    ['2016-01-04,13,12,9,11,5', 'high 12 is below open 13'],
    ['2016-01-04,10,12,10.5,11,5', 'low 10.5 is above open 10'],
    ['2016-01-05,10,12,9,11,5', 'it repeats the time of line 2'],
  ])('%s is left out', (line, reason) => {
    const { rows, problems } = parse(['2016-01-05,1,1,1,1,1', '', line]);
    expect(problems).toEqual([`AAPL.csv line 4 is left out: ${reason}.`]);
    expect(rows).toHaveLength(1);
  });

  test('a file with no usable row stops', () => {
    expect(() => parse(['x', 'y'])).toThrow('AAPL.csv has no usable row. AAPL.csv line 2 is left out: ');
    expect(() => parse([])).toThrow('AAPL.csv has no usable row.');
  });

  test('times without an offset are New York’s, summer and winter; others say their own', () => {
    const { daily, rows } = parse([
      '2016-01-04 09:30:00,1,1,1,1,1',
      '2016-07-05 09:30,2,2,2,2,2',
      '2016-07-06T13:30:00Z,3,3,3,3,3',
      '2016-07-07T09:30:00-04:00,4,4,4,4,4',
    ]);
    expect(daily).toBe(false);
    expect(rows.map((r) => new Date(r.atMs).toISOString())).toEqual([
      '2016-01-04T14:30:00.000Z',
      '2016-07-05T13:30:00.000Z',
      '2016-07-06T13:30:00.000Z',
      '2016-07-07T13:30:00.000Z',
    ]);
  });

  test('a date and its time may have a column each', () => {
    const { rows } = parse(['2016-01-04,10:00,1,1,1,1,1'], {
      header: 'Date,Time,Open,High,Low,Close,Volume',
    });
    expect(rows[0]!.atMs).toBe(Date.parse('2016-01-04T15:00:00Z'));
  });

  test('a bare date among times is left out', () => {
    const { rows, problems } = parse(['2016-01-04,1,1,1,1,1', '2016-01-04 10:00,2,2,2,2,2']);
    expect(rows.map((r) => r.open)).toEqual([2]);
    expect(problems).toEqual([
      'AAPL.csv line 2 is left out: it has a date without a time, unlike other rows.',
    ]);
  });
});

describe('whatever a file holds', () => {
  const good = fc
    .record({
      date: fc.integer({ min: 0, max: 20_000 }),
      low: fc.integer({ min: 1, max: 5_000 }),
      spread: fc.integer({ min: 0, max: 500 }),
      volume: fc.nat(),
    })
    .map(({ date, low, spread, volume }) => {
      const iso = new Date(date * 86_400_000).toISOString().slice(0, 10);
      return { iso, line: [iso, low + spread, low + spread, low, low, volume].join(',') };
    });
  const bad = fc.oneof(
    fc.constantFrom(
      ...['2016-02-30,1,1,1,1,1', '2016-01-04,1,1,1,1', '2016-01-04,1,1,1,1,-1', '2016-01-04,0,1,1,1,1'],
      ...[
        '2016-01-04,1e400,1,1,1,1',
        '2016-01-04,1,1,2,1,1',
        '2016-01-04,5,4,1,2,1',
        '2016-01-04,NaN,1,1,1,1',
      ],
      ...['2016-01-04T25:00:00,1,1,1,1,1', ',,,,,', '"', '2016-01-04,"1,1",1,1,1', '04/01/2016,1,1,1,1,1'],
    ),
    fc.string({ minLength: 1, maxLength: 60 }).map((text) => `?${text.replace(/[\r\n]/g, '')}`),
  );

  test('valid rows stay, and each invalid one is named by file, line and reason', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(good, { selector: (row) => row.iso, minLength: 1, maxLength: 20 }),
        fc.array(fc.tuple(bad, fc.nat()), { maxLength: 20 }),
        (rows, wrong) => {
          const lines: { text: string; isGood: boolean }[] = rows.map(({ line }) => ({
            text: line,
            isGood: true,
          }));
          for (const [text, at] of wrong) lines.splice(at % (lines.length + 1), 0, { text, isGood: false });
          const file = parse(lines.map(({ text }) => text));
          expect(file.rows.map((row) => new Date(row.atMs).toISOString().slice(0, 10))).toEqual(
            rows.map(({ iso }) => iso).sort(),
          );
          const named = lines.flatMap(({ isGood }, i) =>
            isGood ? [] : [`AAPL.csv line ${i + 2} is left out: `],
          );
          expect(file.problems).toHaveLength(named.length);
          for (const [i, start] of named.entries()) expect(file.problems[i]).toStartWith(start);
          for (const problem of file.problems) expect(problem).toMatch(/: \S.+\.$/);
        },
      ),
    );
  });

  test('any text gives prices or a sentence, never another error', () => {
    const noise = fc.oneof(fc.string({ maxLength: 300 }), fc.string({ unit: 'binary', maxLength: 300 }));
    fc.assert(
      fc.property(fc.boolean(), noise, (hasHeader, text) => {
        try {
          parsePriceFile('AAPL.csv', hasHeader ? `${HEADER}\n${text}` : text);
        } catch (error) {
          expect(error).toBeInstanceOf(MarketSetupError);
          expect((error as Error).message).toStartWith('AAPL.csv ');
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('encodings', () => {
  const text = `${HEADER}\n2016-01-04,10,12,9,11,500\n`;
  const utf16 = (bigEndian: boolean, mark = true) => {
    const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le');
    return bigEndian ? bytes.swap16() : bytes;
  };

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, little end first', utf16(false)],
    ['UTF-16, big end first', utf16(true)],
  ])('%s is read', (_, bytes) => {
    expect(parsePriceFile('AAPL.csv', textOf('AAPL.csv', bytes)).rows).toHaveLength(1);
  });

  test.each([
    ['UTF-16 without a mark', utf16(false, false)],
    ['another one', Buffer.from([0x41, 0xe9, 0x2c])],
  ])('%s is named', (_, bytes) => {
    expect(() => textOf('AAPL.csv', bytes)).toThrow(
      new MarketSetupError('AAPL.csv is no UTF-8 text: save it as CSV in UTF-8.'),
    );
  });
});
