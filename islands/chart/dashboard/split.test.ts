import { expect, test } from 'bun:test';
import { DEFAULT_REQUEST } from '#components/chart/panel.ts';
import { alone } from './cell.ts';
import { nextRequest, splitCells } from './split.ts';

const holding = (symbol: string) => ({ symbol, side: 'long', quantity: '1', entry: '1', cost: '1' }) as const;
const account = { cash: '0', positions: [holding('AAPL'), holding('NVDA')] };
const recent = [
  { symbol: 'NVDA', companyName: '' },
  { symbol: 'AMD', companyName: '' },
];
const next: typeof nextRequest = (cells, of) => nextRequest(cells, of, recent);
const symbols = (cells: ReturnType<typeof splitCells>) => cells.map(({ request }) => request.symbol);

test('new charts show what is held, then what was looked at last, then the first symbol', () => {
  const four = splitCells(alone(DEFAULT_REQUEST), 4, next, account);
  expect(symbols(four)).toEqual(['AAPL', 'NVDA', 'AMD', 'AAPL']);
  expect(new Set(four.map(({ id }) => id)).size).toBe(4);
});

test('fewer charts: the newest go, the page keeps its own with the whole width', () => {
  const four = splitCells(alone({ ...DEFAULT_REQUEST, symbol: 'TSLA' }), 4, next, account);
  expect(symbols(splitCells(four, 2, next, account))).toEqual(['TSLA', 'AAPL']);
  const moved = [four[2]!, four[0]!, four[1]!];
  const one = splitCells(moved, 1, next, account);
  expect(symbols(one)).toEqual(['TSLA']);
  expect(one[0]!.w).toBe(12);
});
