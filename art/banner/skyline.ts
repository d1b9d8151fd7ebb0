import { mix } from '../color.ts';
import { chance, gradient, path, rect, short } from '../svg.ts';
import { type BannerGenerator, HEIGHT, WIDTH } from './canvas.ts';

const TOWERS = 34;
/** Where the ground begins, px from the top. */
const STREET = 208;

/** Two rows of candles standing as a city at night. */
export const skyline: BannerGenerator<{ seed: number }> = ({ ramp }, { seed }, id) => {
  const next = chance(seed);
  const width = WIDTH / TOWERS;
  const byColor = new Map<string, string>();
  for (const row of [0, 1]) {
    let centre = 120 + row * 30;
    for (let i = 0; i < TOWERS; i++) {
      const up = next() > 0.45;
      const height = 24 + next() * 70;
      centre = Math.max(54 + row * 40, Math.min(190, centre + (next() - 0.52) * 46));
      const near = up ? ramp[4] : ramp[2];
      const color = row === 1 ? near : mix(ramp[1], ramp[2], up ? 0.55 : 0.2);
      // nothing reaches below the street
      const top = Math.min(centre - height / 2, STREET - 4 - height);
      const wick = `M${short(i * width + width / 2 - 1)} ${short(top - 12)}h2v${short(height + 24)}h-2z`;
      const candle = `M${short(i * width + 4)} ${short(top)}h${short(width - 8)}v${short(height)}h-${short(width - 8)}z`;
      byColor.set(color, (byColor.get(color) ?? '') + wick + candle);
    }
  }
  return (
    gradient(`${id}-night`, ramp[0], ramp[1]) +
    rect(0, 0, WIDTH, HEIGHT, `url(#${id}-night)`) +
    [...byColor].map(([fill, d]) => path(d, { fill })).join('') +
    rect(0, STREET, WIDTH, 1, ramp[3]) +
    rect(0, STREET + 1, WIDTH, HEIGHT - STREET - 1, ramp[0], { 'fill-opacity': 0.8 })
  );
};
