import { rampAt } from '../color.ts';
import { chance, rect } from '../svg.ts';
import { type BannerGenerator, HEIGHT, WIDTH } from './canvas.ts';

const ROWS = 15;

/** An order book: bids on one side, asks on the other, thinnest at the price. */
export const book: BannerGenerator<{ seed: number }> = ({ ramp }, { seed }) => {
  const next = chance(seed);
  const height = HEIGHT / ROWS;
  const middle = (ROWS - 1) / 2;
  const tones = ramp.slice(1);
  let body = rect(0, 0, WIDTH, HEIGHT, ramp[0]);
  for (let i = 0; i < ROWS; i++) {
    const away = Math.abs(i - middle) / middle;
    const depth = 60 + 330 * away ** 0.8;
    const bids = depth * (0.72 + next() * 0.5);
    const asks = depth * (0.72 + next() * 0.5);
    const light = 0.25 + 0.65 * (1 - away);
    const y = i * height + 2;
    body += rect(478 - bids, y, bids, height - 4, rampAt(tones, light));
    body += rect(482, y, asks, height - 4, rampAt(tones, light * 0.55));
    if (i % 3 === 0) {
      body +=
        rect(478 - bids - 14, y, 6, height - 4, ramp[3]) + rect(482 + asks + 8, y, 6, height - 4, ramp[2]);
    }
  }
  return body + rect(479, 0, 2, HEIGHT, ramp[4]);
};
