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
  const time = { ms: 0 };
  const warnings: unknown[] = [];
  const cards = createCards({
    clock: { now: () => time.ms },
    log: { warn: (...all: unknown[]) => void warnings.push(all) },
  });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let reads = 0;
  const read = async () => {
    reads++;
    await held;
    return drawCard(CARD);
  };
  const [drawn, ...others] = FIFTY.map((n) => cards.png(`trader ${n}`, read));
  expect(new Set(await Promise.all(others))).toEqual(new Set([null]));
  release();
  const first = await drawn!;
  expect([...first!.slice(0, 4), reads]).toEqual([...PNG, 1]);

  const askFifty = () => Promise.all(FIFTY.map(() => cards.png('trader 0', read)));
  expect(new Set(await askFifty())).toEqual(new Set([first]));
  expect(reads).toBe(1);

  // five minutes later one is rendered again, and requests meanwhile get the old one
  time.ms = 300_001;
  const [anew, ...old] = await askFifty();
  expect([anew === first, new Set(old), reads]).toEqual([false, new Set([first]), 2]);
  expect(warnings).toEqual([]);
});
