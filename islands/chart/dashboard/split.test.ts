import { expect, test } from 'bun:test';
import { DEFAULT_REQUEST } from '#components/chart/panel.ts';
import { alone } from './cell.ts';
import { nextSymbols, splitCells } from './split.ts';

const holding = (symbol: string) =>
  ({ symbol, side: 'long', quantity: '1', entry: '1', cost: '1', exactCost: '1.0000000000' }) as const;
const account = { cash: '0', positions: [holding('AAPL'), holding('NVDA')] };
const recent = [
  { symbol: 'NVDA', companyName: '' },
  { symbol: 'AMD', companyName: '' },
];
const none = async () => [];
const symbols = (cells: ReturnType<typeof splitCells>) => cells.map(({ request }) => request.symbol);

test('new charts show held symbols, then recent ones, then the default; none twice', async () => {
  const four = splitCells(
    alone({ ...DEFAULT_REQUEST, symbol: 'TSLA' }),
    4,
    await nextSymbols(account, recent, none),
  );
  expect(symbols(four)).toEqual(['TSLA', 'AAPL', 'NVDA', 'AMD']);
  expect(new Set(four.map(({ id }) => id)).size).toBe(4);
});

test('the market’s largest companies fill up too few symbols', async () => {
  const largest = async () => ['NVDA', 'MSFT', 'AAPL', 'GOOG'];
  const next = await nextSymbols(account, [], largest);
  expect(symbols(splitCells(alone({ ...DEFAULT_REQUEST, symbol: 'TSLA' }), 4, next))).toEqual([
    'TSLA',
    'AAPL',
    'NVDA',
    'MSFT',
  ]);
  // a market whose request fails, or with a single share
  const few = await nextSymbols({ ...account, positions: [] }, [], none);
  expect(symbols(splitCells(alone(DEFAULT_REQUEST), 2, few))).toEqual(['AAPL', 'AAPL']);
});

test('fewer charts: the newest are removed, and the page’s own gets the full width', async () => {
  const next = await nextSymbols(account, recent, none);
  const four = splitCells(alone({ ...DEFAULT_REQUEST, symbol: 'TSLA' }), 4, next);
  expect(symbols(splitCells(four, 2, next))).toEqual(['TSLA', 'AAPL']);
  const moved = [four[2]!, four[0]!, four[1]!];
  const one = splitCells(moved, 1, next);
  expect(symbols(one)).toEqual(['TSLA']);
  expect(one[0]!.w).toBe(12);
});
