import { expect, test } from 'bun:test';
import { draw, textOf } from '#tests/helpers/draw.tsx';
import { HomePage } from './HomePage.tsx';

test('the shapes are links: square to ranking, triangle to chart, circle to leaderboards', () => {
  const html = draw(<HomePage tip={0} />);
  const links = [...html.matchAll(/<a href="([^"]+)" class="hero-shape hero-(\w+)"/g)].map((m) => [
    m[2]!,
    m[1]!,
  ]);
  expect(links).toEqual([
    ['square', '/ranking'],
    ['triangle', '/chart'],
    ['circle', '/leaderboards'],
  ]);
});

test.each([0, 29])('all thirty tips once, beginning with number %i + 1', (tip) => {
  for (const locale of ['en', 'he'] as const) {
    const html = draw(<HomePage tip={tip} />, { locale });
    const tips = [...html.matchAll(/<li[^>]*>([\s\S]*?)<\/li>/g)].map((m) => textOf(m[1]!));
    expect(new Set(tips).size).toBe(30);
    expect(tips[0]).toContain(String(tip + 1));
  }
});
