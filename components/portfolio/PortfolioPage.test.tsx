import { expect, test } from 'bun:test';
import type { PortfolioItem } from '#core/contract/schemas/portfolio.ts';
import { draw, textOf } from '#tests/helpers/draw.tsx';
import { PortfolioPage, type PortfolioView } from './PortfolioPage.tsx';

const item: PortfolioItem = {
  symbol: 'AAPL',
  type: 'long',
  buyPrice: 100,
  sellPrice: null,
  currentPrice: 110.5,
  quantity: 12.5,
  value: 1381.25,
  pnl: 131.25,
  pnlPercent: 10.5,
  allocation: 1.38,
};
const view = (items: PortfolioItem[]): PortfolioView => ({
  balance: '98750.00',
  equity: '100131.25',
  unrealised: '131.25',
  items,
});
const page = (portfolio: PortfolioView | null, canTrade = true, locale: 'en' | 'he' = 'en') =>
  draw(<PortfolioPage portfolio={portfolio} canTrade={canTrade} />, { locale });

test('balance first, then value, P&L and allocation of each position', () => {
  const text = textOf(page(view([item])));
  expect(text.indexOf('$98,750.00')).toBeLessThan(text.indexOf('AAPL'));
  for (const part of ['Long', '12.5', '$100.00', '$110.50', '$1,381.25', '+$131.25', '+10.50%', '1.38%']) {
    expect(text).toContain(part);
  }
});

test('a loss has triangle, sign and colour; nothing gained has none of them', () => {
  const loss = page(view([{ ...item, pnl: -5, pnlPercent: -0.4 }]));
  expect(loss).toMatch(/text-loss[^>]*><svg[\s\S]*?−\$5\.00/);
  const even = page({ ...view([{ ...item, pnl: 0, pnlPercent: 0 }]), unrealised: '0.00' });
  expect(even).not.toMatch(/text-(gain|loss)[^>]*"[^>]*>(<svg[\s\S]*?)?[^<]*\$0\.00/);
  expect(textOf(even)).toContain(' $0.00 ');
});

test('a position without a price counts, and says nothing it does not know', () => {
  const text = textOf(page(view([{ ...item, currentPrice: null, pnl: null, pnlPercent: null }])));
  expect(text).toContain('—');
  expect(text).not.toMatch(/NaN|null/);
});

test('the empty and the failed portfolio say so', () => {
  expect(textOf(page(view([])))).toContain('No open positions.');
  expect(textOf(page(null))).toContain('Error loading portfolio.');
  expect(page(null)).toContain('role="alert"');
});

test('a closed chart is no link', () => {
  expect(page(view([item]))).toContain('href="/chart?symbol=AAPL"');
  expect(page(view([item]), false)).not.toContain('/chart');
});

test('figures are isolated in Hebrew', () => {
  const html = page(view([item]), true, 'he');
  for (const figure of ['AAPL', '12.5', '$100.00', '$1,381.25', '+$131.25', '1.38%']) {
    expect(html.replace(/(<bdi dir="ltr") class="[^"]*"/g, '$1')).toContain(`<bdi dir="ltr">${figure}</bdi>`);
  }
});
