/** The pictures of banners: one generator for each kind of picture. */
import type { Material } from './material.ts';
import {
  area,
  chance,
  disc,
  gradient,
  linePath,
  mix,
  type Point,
  path,
  polar,
  polygon,
  pursuit,
  rampAt,
  rect,
  short,
  tag,
} from './svg.ts';

/** Width and height of a banner, px. Important parts stay inside the middle 480 px. */
export const WIDTH = 960;
export const HEIGHT = 240;

/** Draws a banner's inside. @param id prefix for ids, unique to the item */
type BannerGenerator<Options> = (material: Material, options: Options, id: string) => string;

const PLOT_CELL = 24;

/** A price drawn on graph paper. */
export const plot: BannerGenerator<{ seed: number }> = ({ ramp }, { seed }) => {
  const next = chance(seed);
  const rows = Array.from({ length: HEIGHT / PLOT_CELL - 1 }, (_, i) => `M0 ${(i + 1) * PLOT_CELL}H${WIDTH}`);
  const columns = Array.from(
    { length: WIDTH / PLOT_CELL - 1 },
    (_, i) => `M${(i + 1) * PLOT_CELL} 0V${HEIGHT}`,
  );
  const heavy = columns.filter((_, i) => (i + 1) % 5 === 0).join('');
  const price: Point[] = [];
  let level = 7;
  for (let x = 0; x <= WIDTH; x += PLOT_CELL * 2) {
    price.push([x, level * PLOT_CELL]);
    level = Math.max(1, Math.min(9, level + Math.round((next() - 0.54) * 4)));
  }
  const corners = price.filter((_, i) => i % 2 === 0);
  return (
    rect(0, 0, WIDTH, HEIGHT, ramp[0]) +
    path(columns.join('') + rows.join(''), { stroke: ramp[1], 'stroke-opacity': 0.55 }) +
    path(`${heavy}M0 ${PLOT_CELL * 5}H${WIDTH}`, { stroke: ramp[2], 'stroke-opacity': 0.5 }) +
    area([[0, HEIGHT], ...price, [WIDTH, HEIGHT]], ramp[1], { 'fill-opacity': 0.55 }) +
    linePath(price, ramp[4], 2.5) +
    corners
      .map(([x, y]) => rect(x - 4, y - 4, 8, 8, ramp[0], { stroke: ramp[4], 'stroke-width': 2 }))
      .join('')
  );
};

const RIBBONS = 15;
const RIBBON_REACH = 52;
const RIBBON_WAVES = 1.6;
const RIBBON_GAP = 9;
/** Width of one cubic segment of a ribbon, px. The segment's handles follow the slope of the wave. */
const RIBBON_SEGMENT = 80;

/** Ribbons of quotes that swell and narrow together, slightly out of phase. */
export const tape: BannerGenerator<object> = ({ ramp }) => {
  let body = rect(0, 0, WIDTH, HEIGHT, ramp[0]);
  for (let i = 0; i < RIBBONS; i++) {
    const t = i / (RIBBONS - 1);
    body += path(ribbon(t), {
      fill: 'none',
      stroke: rampAt(ramp.slice(1), t),
      'stroke-width': 1.2 + 2.6 * t,
    });
  }
  return body;
};

function ribbon(t: number): string {
  const y = (x: number) => {
    const u = x / WIDTH;
    const swell = 0.5 + 0.5 * Math.sin(u * Math.PI * RIBBON_WAVES * 1.3 + 0.4);
    const lane = (t - 0.5) * RIBBON_GAP * RIBBONS * (0.25 + 0.95 * swell);
    return HEIGHT / 2 + lane + Math.sin(u * Math.PI * 2 * RIBBON_WAVES + t * 1.5) * RIBBON_REACH;
  };
  const slope = (x: number) => (y(x + 1) - y(x - 1)) / 2;
  const handle = RIBBON_SEGMENT / 3;
  let d = `M0 ${short(y(0))}`;
  for (let x = 0; x < WIDTH; x += RIBBON_SEGMENT) {
    const end = x + RIBBON_SEGMENT;
    d += `C${short(x + handle)} ${short(y(x) + slope(x) * handle)}`;
    d += ` ${short(end - handle)} ${short(y(end) - slope(end) * handle)} ${end} ${short(y(end))}`;
  }
  return d;
}

const WEDGES = 28;
const BELL_CENTRE = [480, 250] as const;
const BELL_RADIUS = 96;
const BELL_HORIZON = 214;

/** Light fanning out of a bell that rises over the floor. */
export const fan: BannerGenerator<object> = ({ ramp }) => {
  const [cx, cy] = BELL_CENTRE;
  let body = rect(0, 0, WIDTH, HEIGHT, ramp[0]);
  for (let i = 0; i < WEDGES; i++) {
    const from = Math.PI + (i * Math.PI) / WEDGES;
    const to = from + Math.PI / WEDGES / 2;
    const near = 1 - Math.abs(i + 0.25 - WEDGES / 2) / (WEDGES / 2);
    const fill = rampAt(ramp.slice(0, 3), near);
    body += area([BELL_CENTRE, polar(cx, cy, 720, from), polar(cx, cy, 720, to)], fill);
  }
  for (let k = 0; k < 4; k++) body += disc(cx, cy, BELL_RADIUS + 54 - k * 18, rampAt(ramp, (k + 1) / 4));
  return body + rect(0, BELL_HORIZON, WIDTH, 3, ramp[4]) + rect(0, BELL_HORIZON + 3, WIDTH, 23, ramp[0]);
};

const BOOK_ROWS = 15;

/** An order book: bids on one side, asks on the other, thinnest at the price. */
export const book: BannerGenerator<{ seed: number }> = ({ ramp }, { seed }) => {
  const next = chance(seed);
  const height = HEIGHT / BOOK_ROWS;
  const middle = (BOOK_ROWS - 1) / 2;
  const tones = ramp.slice(1);
  let body = rect(0, 0, WIDTH, HEIGHT, ramp[0]);
  for (let i = 0; i < BOOK_ROWS; i++) {
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

type RidgeOptions = {
  seed: number;
  /** The height of the right end above the left end, px. */
  climb: number;
  sun: { x: number; y: number; r: number };
};

const RIDGES = 5;

/** Seeded random walks stacked as mountains, under a sun with a line through it. */
export const ridge: BannerGenerator<RidgeOptions> = ({ ramp }, { seed, climb, sun }, id) => {
  const next = chance(seed);
  const haze = mix(ramp[1], ramp[2], 0.45);
  let body = gradient(`${id}-sky`, ramp[0], haze) + rect(0, 0, WIDTH, HEIGHT, `url(#${id}-sky)`);
  body += disc(sun.x, sun.y, sun.r, ramp[4]);
  body += path(`M${sun.x - sun.r * 1.7} ${sun.y}H${sun.x + sun.r * 1.7}`, {
    stroke: ramp[4],
    'stroke-width': 2.5,
  });
  body += path(`M${sun.x - sun.r} ${sun.y}H${sun.x + sun.r}`, { stroke: haze, 'stroke-width': 3 });
  for (let layer = 0; layer < RIDGES; layer++) {
    const t = layer / (RIDGES - 1);
    const walk = ridgeLine(next, layer, t, climb);
    const fill = rampAt([ramp[2], mix(ramp[1], ramp[2], 0.35), ramp[1], ramp[0]], t);
    body += area([[0, HEIGHT], ...walk, [WIDTH, HEIGHT]], fill);
    body += linePath(walk, rampAt([ramp[4], ramp[3], ramp[2], ramp[1]], t), 2 - t);
  }
  return body;
};

function ridgeLine(next: () => number, layer: number, t: number, climb: number): Point[] {
  const steps = 14 + layer * 5;
  let level = 0;
  return Array.from({ length: steps + 1 }, (_, i) => {
    level = (level + (next() - 0.5) * 2) * 0.86;
    const slope = climb * (i / steps - 0.5) * (1.15 - t * 0.5);
    return [(i * WIDTH) / steps, 96 + layer * 30 + level * (26 - layer * 2) - slope] as const;
  });
}

const TOWERS = 34;
/** Height at which the ground begins, px from the top. */
const STREET = 208;

/** Two rows of candles as a city at night. */
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
      // no candle's body may reach below the street
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

const FLOOR_TILE = 60;

/** Truchet tiles, each turned at random: a trading floor with paths around the desks. */
export const truchet: BannerGenerator<{ seed: number }> = ({ ramp }, { seed }, id) => {
  const next = chance(seed);
  const h = FLOOR_TILE / 2;
  let paths = '';
  let desks = '';
  for (let y = 0; y < HEIGHT; y += FLOOR_TILE) {
    for (let x = 0; x < WIDTH; x += FLOOR_TILE) {
      paths +=
        next() > 0.5
          ? `M${x} ${y + h}a${h} ${h} 0 0 0 ${h}-${h}M${x + h} ${y + FLOOR_TILE}a${h} ${h} 0 0 1 ${h}-${h}`
          : `M${x + h} ${y}a${h} ${h} 0 0 0 ${h} ${h}M${x} ${y + h}a${h} ${h} 0 0 1 ${h} ${h}`;
      const desk = next();
      if (desk > 0.86) desks += disc(x, y, 11, ramp[4]);
      else if (desk < 0.14) desks += rect(x - 9, y - 9, 18, 18, ramp[3]);
    }
  }
  const stroke = (color: string, width: number) =>
    tag('use', { href: `#${id}-paths`, stroke: color, 'stroke-width': width });
  return (
    rect(0, 0, WIDTH, HEIGHT, ramp[0]) +
    tag('defs', {}, path(paths, { id: `${id}-paths` })) +
    tag('g', { fill: 'none' }, stroke(ramp[1], 30) + stroke(ramp[2], 16) + stroke(ramp[3], 2)) +
    desks
  );
};

const PIT_STEPS = 13;
const PIT_BOTTOM = { x: 600, y: 134 };
const PIT_TWIST = 0.06;

/** The pit: octagonal steps down to one lit seat. */
export const pit: BannerGenerator<object> = ({ ramp }) => {
  let body = rect(0, 0, WIDTH, HEIGHT, ramp[0]);
  for (let k = 0; k < PIT_STEPS; k++) {
    const t = k / (PIT_STEPS - 1);
    const radius = 640 * (1 - t) ** 1.35 + 20;
    const cx = WIDTH / 2 + (PIT_BOTTOM.x - WIDTH / 2) * t;
    const cy = HEIGHT / 2 + (PIT_BOTTOM.y - HEIGHT / 2) * t;
    body += area(polygon(cx, cy, radius, 8, Math.PI / 8 + k * PIT_TWIST), rampAt(ramp, t ** 1.9), {
      stroke: rampAt(ramp.slice(1), t),
      'stroke-width': 1.5,
    });
  }
  return body;
};

const WHIRL_TILES = 4;
const WHIRL_RINGS = 10;

/** Nested squares, each turned a little inside the previous one; every other tile turns the opposite way. */
export const whirl: BannerGenerator<object> = ({ ramp }) => {
  const size = WIDTH / WHIRL_TILES;
  const rings = pursuit(polygon(0, 0, size / Math.SQRT2, 4, Math.PI / 4), WHIRL_RINGS, 0.13);
  let body = rect(0, 0, WIDTH, HEIGHT, ramp[0]);
  for (let tile = 0; tile < WHIRL_TILES; tile++) {
    rings.forEach((ring, k) => {
      const placed = ring.map(([x, y]): Point => [(tile % 2 ? -x : x) + size * (tile + 0.5), y + HEIGHT / 2]);
      const fill =
        k % 2 ? rampAt(ramp.slice(1), k / (WHIRL_RINGS - 1)) : mix(ramp[0], ramp[1], k / WHIRL_RINGS);
      body += area(placed, fill);
    });
  }
  return body;
};

const SUN_CENTRE = { x: 560, y: 120 };
const SUN_RADIUS = 74;
const ORBITS = 7;

export const orbit: BannerGenerator<object> = ({ ramp }, _, id) => {
  const { x, y } = SUN_CENTRE;
  const stop = (offset: number, color: string) => tag('stop', { offset, 'stop-color': color });
  const glow = { id: `${id}-glow`, gradientUnits: 'userSpaceOnUse', cx: x, cy: y, r: 420 };
  let body = tag('radialGradient', glow, stop(0, ramp[2]) + stop(0.45, ramp[1]) + stop(1, ramp[0]));
  body += rect(0, 0, WIDTH, HEIGHT, `url(#${id}-glow)`);
  for (let k = ORBITS; k > 0; k--) {
    const distance = SUN_RADIUS + k * k * 6.5 + k * 10;
    body += disc(x, y, distance, 'none', { stroke: ramp[3], 'stroke-opacity': 0.75 - k * 0.08 });
    const [px, py] = polar(x, y, distance, k * 1.9 + 0.5);
    body += disc(px, py, 2 + (k % 3) * 1.8, k % 2 ? ramp[4] : ramp[3]);
  }
  return (
    body +
    path(`M0 ${y}H${WIDTH}`, { stroke: ramp[4], 'stroke-width': 1.5, 'stroke-opacity': 0.9 }) +
    disc(x, y, SUN_RADIUS + 5, ramp[4]) +
    disc(x + 7, y + 3, SUN_RADIUS, ramp[0]) +
    path(`M${x - SUN_RADIUS} ${y}H${x + SUN_RADIUS}`, {
      stroke: ramp[4],
      'stroke-width': 1.5,
      'stroke-opacity': 0.35,
    })
  );
};

const FACET_SIDE = 60;
const FACET_TONES = 12;
/** The tone of gold triangles, outside of the range 0 to 1. Near the middle one triangle in forty is gold. */
const GOLD_TONE = 2;

/** Cut stone: triangles lit from the top centre. */
export const facet: BannerGenerator<{ seed: number }> = ({ ramp }, { seed }) => {
  const next = chance(seed);
  const height = FACET_SIDE * 0.866;
  const byTone = new Map<number, string>();
  for (let row = 0; row < Math.ceil(HEIGHT / height); row++) {
    for (let i = -1; i < (WIDTH / FACET_SIDE) * 2 + 1; i++) {
      const x = (i * FACET_SIDE) / 2;
      const y = row * height;
      const up = (i + row) % 2 === 0;
      const away = Math.abs((x - 480) / 480) * 0.8 + Math.abs((y - 100) / 240) * 0.5;
      const light = 0.86 - away * 0.75 + (next() - 0.5) * 0.34 - (up ? 0 : 0.1);
      const isGold = next() > 0.975 && away < 0.55;
      const tone = isGold
        ? GOLD_TONE
        : Math.round(Math.max(0.04, Math.min(1, light)) * FACET_TONES) / FACET_TONES;
      const slope = `${short(FACET_SIDE / 2)} ${short(height)}`;
      const d = up
        ? `M${short(x)} ${short(y + height)}l${short(FACET_SIDE / 2)}-${short(height)} ${slope}z`
        : `M${short(x)} ${short(y)}h${FACET_SIDE}l-${slope}z`;
      byTone.set(tone, (byTone.get(tone) ?? '') + d);
    }
  }
  const stone = [...ramp.slice(0, 4), mix(ramp[3], '#ffffff', 0.25)];
  return [...byTone]
    .map(([tone, d]) => path(d, { fill: tone === GOLD_TONE ? ramp[4] : rampAt(stone, tone) }))
    .join('');
};
