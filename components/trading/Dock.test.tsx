import { expect, test } from 'bun:test';
import type { WireOrder } from '#core/contract/orders.ts';
import { readCents, readEntry, readPercent, readPrice, readQuantity } from '#core/money/money.ts';
import { draw, textOf } from '#tests/helpers/draw.tsx';
import { Dock } from './Dock.tsx';
import type { DockPosition, DockView } from './dock-view.ts';

const item: DockPosition = {
  live: 'AAPL,long,12.5,100,1250.00',
  symbol: 'AAPL',
  isShort: false,
  quantity: readQuantity('12.5'),
  entry: readEntry('100'),
  cost: readCents('1250'),
  exactCost: null,
  price: readPrice('110.5'),
  value: readCents('1381.25'),
  pnl: readCents('131.25'),
  pnlPercent: readPercent('10.5'),
  allocation: readPercent('1.38'),
};
const order: WireOrder = {
  id: '01990000-0000-7000-8000-000000000001',
  rev: 1,
  clientOrderId: null,
  symbol: 'AAPL',
  action: 'sell',
  type: 'limit',
  tif: 'gtc',
  quantity: null,
  amount: null,
  closeAll: true,
  limitPrice: '120.0000',
  stopPrice: null,
  trailAmount: null,
  trailPercent: null,
  mark: null,
  currentStop: null,
  status: 'working',
  reason: null,
  role: null,
  parentId: null,
  ocoId: null,
  hold: '0.00',
  placedAt: '2026-11-22T10:00:00.000Z',
  expiresAt: null,
  triggeredAt: null,
  finalAt: null,
  filledPrice: null,
  filledQuantity: null,
  source: null,
};
const view: DockView = {
  tab: 'positions',
  isOpen: true,
  game: 'season',
  place: 'page',
  userId: 1,
  canTrade: true,
  isLongOnly: false,
  needsReason: false,
  key: 'k',
  here: '/portfolio#dock',
  symbol: null,
  positions: [item],
  unrealised: readCents('131.25'),
  worth: readCents('1381.25'),
  orders: [],
  past: null,
};
const dock = (more: Partial<DockView> = {}, locale: 'en' | 'he' = 'en') =>
  draw(<Dock view={{ ...view, ...more }} />, { locale });

test('side, price, value, P&L and allocation of each position', () => {
  const text = textOf(dock());
  for (const part of ['Long', '12.5', '100.00', '110.50', '$1,381.25', '+$131.25', '+10.50%', '1.38%'])
    expect(text).toContain(part);
});

test('of a long list the first rows are drawn, and all are counted, closed and led to', () => {
  const positions = Array.from({ length: 124 }, (_, n) => ({ ...item, symbol: `S${n}`, live: `S${n}` }));
  const rows = (html: string) => html.match(/<tr class="dock-row/g)!.length;
  const first = dock({ positions, symbol: 'S100' });
  expect(rows(first)).toBe(31);
  expect(textOf(first)).toContain('Show all 124');
  // hidden except in print
  expect(textOf(first)).toContain('The first 30 of 124.');
  expect(textOf(first)).toContain('Positions 124');
  expect(first).toContain('S123:long');
  expect(first).toContain('href="/portfolio?dock=positions-all#dock"');
  const whole = dock({ positions, isWhole: true });
  expect(rows(whole)).toBe(124);
  expect(textOf(whole)).toContain('Show the first 30');
});

test('a loss has triangle, sign and colour', () => {
  expect(dock({ positions: [{ ...item, pnl: readCents('-5'), pnlPercent: readPercent('-0.4') }] })).toMatch(
    /data-way="down">−\$5\.00/,
  );
});

test('a position without a price counts, and says nothing it does not know', () => {
  const text = textOf(dock({ positions: [{ ...item, price: null, pnl: null, pnlPercent: null }] }));
  expect(text).toContain('—');
  expect(text).toContain('Close 12.5 at the market price?');
  expect(text).not.toMatch(/NaN|null/);
});

test('who cannot trade has neither forms nor links to the chart', () => {
  expect(dock()).toContain('href="/chart?symbol=AAPL"');
  const html = dock({ canTrade: false });
  expect(html).not.toContain('/chart');
  expect(html).not.toContain('<form');
});

test('a target stands in its cell, what is missing can be added', () => {
  const text = textOf(dock({ orders: [order] }));
  expect(text).toMatch(/AAPL Target .*\$120\.00/);
  expect(text).toMatch(/AAPL Stop .*Add/);
  expect(textOf(dock({ tab: 'orders', orders: [order] }))).toContain(
    'Sell limit All $120.00 Working Until cancelled (90 days at most)',
  );
});

test('a close that waits for the opening is neither target nor stop: both can be added', () => {
  const html = dock({ orders: [{ ...order, type: 'market', limitPrice: null }] });
  expect(textOf(html)).toMatch(/AAPL Target .*Add.*AAPL Stop .*Add/);
  for (const field of ['limitPrice', 'stopPrice']) expect(html.split(`name="${field}"`)).toHaveLength(2);
});

test('nothing open, nothing waiting, nothing done', () => {
  expect(textOf(dock({ positions: [] }))).toContain('No open positions.');
  expect(textOf(dock({ tab: 'orders' }))).toContain('No orders are waiting.');
  expect(textOf(dock({ tab: 'history', past: [] }))).toContain('Nothing has filled yet this season.');
});

test('figures are isolated in Hebrew', () => {
  const html = dock({}, 'he');
  for (const figure of ['AAPL', '12.5', '100.00', '$1,381.25', '+$131.25', '+10.50%', '1.38%'])
    expect(html.replace(/(<bdi dir="ltr")[^>]*/g, '$1')).toContain(`<bdi dir="ltr">${figure}</bdi>`);
});

test('every refusal that an order may meet at its price is in the history in words', () => {
  const row = {
    key: '1',
    at: new Date(0),
    symbol: 'AAPL',
    quantity: '10',
    price: null,
    pnl: null,
    orderReason: null,
  } as const;
  const reasons = [
    ...[
      'NOT_ENOUGH_CASH',
      'POSITION_CONFLICT',
      'PRICE_TOO_LOW',
      'SHARE_LIMIT',
      'NOT_ENOUGH_SHARES',
      'SHORTING_OFF',
    ],
    ...['INVALID_QUANTITY', 'INVALID_AMOUNT'],
  ];
  for (const reason of reasons) {
    const end = { ...row, action: 'buy', type: 'limit', status: 'rejected', reason } as const;
    expect(textOf(dock({ tab: 'history', past: [end] }))).toMatch(/Rejected · \w+/);
  }
});
