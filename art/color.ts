/** Colours as "#rrggbb" text, mixed in plain sRGB: what the ramps were chosen in. */

function channels(hex: string): number[] {
  return [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
}

/** @param share 0 gives `from`, 1 gives `to` */
export function mix(from: string, to: string, share: number): string {
  const target = channels(to);
  const mixed = channels(from).map((value, i) => Math.round(value + ((target[i] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The colour at `t` (0..1, clamped) of a ramp of evenly spaced stops. */
export function rampAt(stops: readonly string[], t: number): string {
  const at = Math.min(1, Math.max(0, t)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(at));
  return mix(stops[i]!, stops[i + 1]!, at - i);
}
