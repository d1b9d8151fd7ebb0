/** Seeded random numbers, geometry and SVG as text, for every generator. The same input gives the same text everywhere. */

export type Point = readonly [number, number];

/** Returns a seeded generator of numbers in [0, 1): mulberry32. */
export function chance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Formats a coordinate with one decimal; more would only cost bytes. */
export function short(n: number): string {
  return String(Math.round(n * 10) / 10 || 0);
}

function fraction(n: number): string {
  return String(Math.round(n * 100) / 100 || 0);
}

/** Returns a point `radius` away from a centre. @param angle radians, clockwise from the right */
export function polar(cx: number, cy: number, radius: number, angle: number): Point {
  return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
}

/** Returns the corners of a regular polygon. @param turn angle of the first corner, radians */
export function polygon(cx: number, cy: number, radius: number, corners: number, turn: number): Point[] {
  return Array.from({ length: corners }, (_, i) => polar(cx, cy, radius, turn + (i * 2 * Math.PI) / corners));
}

/** Returns the corners of a flat-topped octagon, the shape of the site's design. */
export function octagon(cx: number, cy: number, radius: number): Point[] {
  return polygon(cx, cy, radius, 8, Math.PI / 8);
}

/** Returns pursuit curves: each ring's corners lie `step` (0..1) of the way along the sides of the ring outside it. */
export function pursuit(first: readonly Point[], rings: number, step: number): Point[][] {
  const result: Point[][] = [[...first]];
  while (result.length < rings) {
    const ring = result.at(-1)!;
    result.push(
      ring.map(([x, y], i) => {
        const [u, v] = ring[(i + 1) % ring.length]!;
        return [x + (u - x) * step, y + (v - y) * step] as const;
      }),
    );
  }
  return result;
}

export function points(list: readonly Point[]): string {
  return list.map(([x, y]) => `${short(x)},${short(y)}`).join(' ');
}

/** Parses points: "8,16 14,34" -> [[8, 16], [14, 34]]. */
export function readPoints(text: string): Point[] {
  return text.split(' ').map((pair) => {
    const [x, y] = pair.split(',').map(Number);
    return [x ?? 0, y ?? 0] as const;
  });
}

type Attributes = Record<string, string | number | undefined>;

/** Returns one element. Escapes nothing: names and values are the generators' own, never a user's. */
export function tag(name: string, attributes: Attributes, children = ''): string {
  const text = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? fraction(value) : value}"`)
    .join('');
  return children === '' ? `<${name}${text}/>` : `<${name}${text}>${children}</${name}>`;
}

export function area(list: readonly Point[], fill: string, more: Attributes = {}): string {
  return tag('polygon', { points: points(list), fill, ...more });
}

export function linePath(list: readonly Point[], stroke: string, width: number): string {
  return tag('polyline', { points: points(list), fill: 'none', stroke, 'stroke-width': width });
}

export function path(d: string, more: Attributes): string {
  return tag('path', { d, ...more });
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
) {
  return tag('rect', {
    x: short(x),
    y: short(y),
    width: short(width),
    height: short(height),
    fill,
    ...more,
  });
}

export function disc(cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string {
  return tag('circle', { cx: short(cx), cy: short(cy), r: short(r), fill, ...more });
}

export function ring(cx: number, cy: number, r: number, stroke: string, width: number): string {
  return disc(cx, cy, r, 'none', { stroke, 'stroke-width': width });
}

/** Returns a gradient from top to bottom. @param id must be unique in its picture */
export function gradient(id: string, top: string, bottom: string): string {
  const stops = tag('stop', { 'stop-color': top }) + tag('stop', { offset: 1, 'stop-color': bottom });
  return tag('linearGradient', { id, x2: 0, y2: 1 }, stops);
}

export function svg(width: number, height: number, body: string, more: Attributes = {}): string {
  const frame = { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, ...more };
  return tag('svg', { ...frame, width, height }, body);
}

/** Returns red, green and blue of "#rrggbb", 0 to 255. */
function channels(hex: string): number[] {
  return [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
}

/** Mixes two colours in plain sRGB, in which the ramps were chosen. @param share 0 gives `from`, 1 gives `to` */
export function mix(from: string, to: string, share: number): string {
  const target = channels(to);
  const mixed = channels(from).map((value, i) => Math.round(value + ((target[i] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the colour at `t` (0..1, clamped) of a ramp of evenly spaced stops. */
export function rampAt(stops: readonly string[], t: number): string {
  const position = Math.min(1, Math.max(0, t)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(position));
  return mix(stops[i]!, stops[i + 1]!, position - i);
}
