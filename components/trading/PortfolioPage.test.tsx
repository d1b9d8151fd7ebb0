import { expect, test } from 'bun:test';
import { draw, textOf } from '#tests/helpers/draw.tsx';
import { PortfolioPage, type PortfolioView } from './PortfolioPage.tsx';

const view: PortfolioView = { balance: '98750.00', equity: '100131.25', unrealised: '131.25' };
const page = (portfolio: PortfolioView | null) =>
  draw(
    <PortfolioPage portfolio={portfolio} about={null}>
      list
    </PortfolioPage>,
  );

test('balance first, then the list, then the curve', () => {
  const points = Array.from({ length: 10 }, (_, at) => [at, 100_000 + at] as const);
  const few = { trader: { name: 'ann', points: points.slice(1) }, leader: null };
  expect(textOf(page({ ...view, curves: few }))).toContain('appears after a few minutes of trading');
  const text = textOf(page({ ...view, curves: { trader: { name: 'ann', points }, leader: null } }));
  const positions = ['$98,750.00', 'list', 'ann'].map((part) => text.indexOf(part));
  expect(positions.every((position, i) => position > (positions[i - 1] ?? -1))).toBe(true);
});

test('today and the deepest fall, once the season has begun', () => {
  const text = textOf(page({ ...view, today: '-12.50', drawdown: '80.00' }));
  expect(text).toContain('−$12.50');
  expect(text).toContain('$80.00');
  expect(textOf(page(view))).not.toContain('midnight');
});

test('nothing gained has neither triangle nor colour', () => {
  const even = page({ ...view, unrealised: '0.00' });
  expect(even).not.toMatch(/text-(gain|loss)/);
  expect(textOf(even)).toContain(' $0.00 ');
});

test('a failed portfolio says so', () => {
  expect(textOf(page(null))).toContain('Error loading portfolio.');
  expect(page(null)).toContain('role="alert"');
});
