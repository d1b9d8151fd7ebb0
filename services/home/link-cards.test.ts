/** Pictures of shared links: one is rendered at a time, and requests for others do not wait for it. */
import { expect, test } from 'bun:test';
import { type Card, drawCard } from '#components/home/card.ts';
import { createCards } from './link-cards.ts';

const CARD: Card = {
  isRtl: false,
  shape: 'circle',
  heading: 'dana',
  figure: '+12.30%',
  lines: ['Place 1 of 50', 'Season 1'],
};
const PNG = [0x89, 0x50, 0x4e, 0x47];
const FIFTY = Array.from({ length: 50 }, (_, i) => i);

test('renders one of fifty pictures at a time and answers requests for the others meanwhile', async () => {
  const warnings: unknown[] = [];
  const cards = createCards({ log: { warn: (...all: unknown[]) => void warnings.push(all) } });
  const svg = drawCard(CARD);
  const [drawn, ...others] = FIFTY.map((n) => cards.png(`trader ${n}`, svg));
  expect(new Set(await Promise.all(others))).toEqual(new Set([null]));
  const first = await drawn!;
  expect([...first!.slice(0, 4)]).toEqual(PNG);

  // the same content is not rendered twice
  const askFifty = (content: string | null) => Promise.all(FIFTY.map(() => cards.png('trader 0', content)));
  expect((await askFifty(svg)).every((png) => png === first)).toBe(true);

  // new content is rendered once, while requests get the previous picture
  const newer = drawCard({ ...CARD, figure: '+12.40%' });
  const [second, ...previous] = await askFifty(newer);
  expect([second!.length > 0, second === first, previous.every((png) => png === first)]).toEqual([
    true,
    false,
    true,
  ]);
  expect((await askFifty(newer)).every((png) => png === second)).toBe(true);
  expect(await cards.png('trader 0', null)).toBeNull();
  expect(warnings).toEqual([]);
});
