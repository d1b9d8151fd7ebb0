import { mix, rampAt } from '../color.ts';
import { chance, path, short } from '../svg.ts';
import { type BannerGenerator, HEIGHT, WIDTH } from './canvas.ts';

const SIDE = 60;
const TONES = 12;
/** One triangle in forty near the middle is not stone but gold. */
const GOLD = 2;

/** Cut stone: triangles lit from the middle of the top. */
export const facet: BannerGenerator<{ seed: number }> = ({ ramp }, { seed }) => {
  const next = chance(seed);
  const height = SIDE * 0.866;
  const byTone = new Map<number, string>();
  for (let row = 0; row < Math.ceil(HEIGHT / height); row++) {
    for (let i = -1; i < (WIDTH / SIDE) * 2 + 1; i++) {
      const x = (i * SIDE) / 2;
      const y = row * height;
      const up = (i + row) % 2 === 0;
      const away = Math.abs((x - 480) / 480) * 0.8 + Math.abs((y - 100) / 240) * 0.5;
      const light = 0.86 - away * 0.75 + (next() - 0.5) * 0.34 - (up ? 0 : 0.1);
      const isGold = next() > 0.975 && away < 0.55;
      const tone = isGold ? GOLD : Math.round(Math.max(0.04, Math.min(1, light)) * TONES) / TONES;
      const slope = `${short(SIDE / 2)} ${short(height)}`;
      const d = up
        ? `M${short(x)} ${short(y + height)}l${short(SIDE / 2)}-${short(height)} ${slope}z`
        : `M${short(x)} ${short(y)}h${SIDE}l-${slope}z`;
      byTone.set(tone, (byTone.get(tone) ?? '') + d);
    }
  }
  const stone = [...ramp.slice(0, 4), mix(ramp[3], '#ffffff', 0.25)];
  return [...byTone]
    .map(([tone, d]) => path(d, { fill: tone === GOLD ? ramp[4] : rampAt(stone, tone) }))
    .join('');
};
