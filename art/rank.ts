/** The ranks' emblems: a trading pit from above, with five octagonal steps; rank n lights the n outermost. */
import { RANK_LOOK, RANKS, type Rank } from '#core/leaderboard/rank.ts';
import { area, mix, octagon, path, polar, tag } from './svg.ts';

export const RANK_STROKES: Record<Rank, string> = {
  CADET: 'M41 11 29.6 32.2A12 12 0 1 1 29.6 15.8L41 37',
  LIEUTENANT: 'M13 45V15a9.5 9.5 0 0 1 9.5-9.5h1A8.75 8.75 0 0 1 23.5 23H19m4.5 0h1.5a9.5 9.5 0 0 1 0 19H13',
  CAPTAIN: 'M38 8.5H14V42',
  COMMANDER: 'M24 6.5 42 40H6Z',
  GENERAL: 'M6.5 41H18V35.2A15.5 15.5 0 1 1 30 35.2V41H41.5',
};

export const EMBLEM_SIZE = 160;
const STEPS = [76, 69, 62, 55, 48] as const;
const WELL = '#0a0b0f';

/** Draws an emblem inside a 160 × 160 frame. */
export function emblem(rank: Rank): string {
  const index = RANKS.indexOf(rank);
  const { colour: color, ground: deep } = RANK_LOOK[rank];
  const centre = EMBLEM_SIZE / 2;
  const steps = STEPS.map((radius, k) => {
    const isLit = k <= index;
    const ground = isLit ? mix(WELL, deep, 0.5 - k * 0.1) : WELL;
    return area(
      octagon(centre, centre, radius),
      k === STEPS.length - 1 ? mix(WELL, deep, 0.9) : ground,
      isLit
        ? { class: 'step', stroke: color, 'stroke-width': 1.75, 'stroke-opacity': 1 - k * 0.12 }
        : { class: 'step', stroke: '#2c323e' },
    );
  });
  const letter = path(RANK_STROKES[rank], {
    transform: `translate(${centre} ${centre}) scale(1.3) translate(-24 -24)`,
    fill: 'none',
    stroke: color,
    'stroke-width': 3.6,
  });
  return steps.join('') + spokes(index, color) + letter;
}

function spokes(index: number, color: string): string {
  const apart = index === 4 ? 1 : index === 3 ? 2 : 0;
  if (apart === 0) return '';
  const centre = EMBLEM_SIZE / 2;
  let d = '';
  for (let k = 0; k < 8; k += apart) {
    const angle = Math.PI / 8 + (k * Math.PI) / 4;
    const [outer, inner] = [polar(centre, centre, 76, angle), polar(centre, centre, 48, angle)];
    d += `M${outer.map(Math.round).join(' ')}L${inner.map(Math.round).join(' ')}`;
  }
  return tag('path', { d, stroke: color, 'stroke-opacity': 0.55 });
}
