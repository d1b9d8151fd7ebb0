/** Shares traded, minute by minute. */
import type { BridgeSegment } from './bridge.ts';
import type { CompanyDay } from './company-day.ts';
import { NORMALS } from './normals.ts';
import { BYTES_PER_BLOCK, bytes, type RandomStream } from './random.ts';
import { shapeOf } from './shape.ts';

/** Shares of a minute at least: each of its trades has one. */
const LEAST_VOLUME = 320;
/** How much of a minute's activity comes from the minute before, and what is left of a surprise after each. */
const HEAT = 0.1;
const STIR = 0.97;
const NOISE = 0.4;
const NOISES = NORMALS.map((z) => Math.exp(NOISE * z));
const VOLUME_BLOCKS = 1440 / BYTES_PER_BLOCK;

/**
 * Shares traded in each minute: the session's U, the day's volatility, the moves of the minutes before (never the minute's
 * own) and noise.
 */
export function volumesOf(
  day: CompanyDay,
  traits: {
    /** The day's volatility and the company's base volatility. */
    sigma: number;
    usualSigma: number;
    /** Shares of a usual session. */
    usualVolume: number;
    segments: readonly BridgeSegment[];
    stream: RandomStream;
    dayIndex: number;
    /** Log move between the sessions. */
    gap: number;
  },
): Float64Array {
  const { minutes } = day.session;
  const { share, root } = shapeOf(minutes);
  const volumes = new Float64Array(minutes);
  let random: Uint8Array = new Uint8Array();
  let next = 0;
  let heat = (0.8 * traits.sigma) / traits.usualSigma;
  let stir = Math.min(4, Math.abs(traits.gap) / traits.usualSigma);
  let before = day.openLog;
  for (let m = 0; m < minutes; m++) {
    if (m === traits.segments[next]?.minute)
      random = bytes(traits.segments[next++]!.key, traits.stream, traits.dayIndex * VOLUME_BLOCKS, minutes);
    const noise = NOISES[random[m]!]!;
    volumes[m] = Math.max(
      LEAST_VOLUME,
      Math.round(traits.usualVolume * share[m]! * (0.3 + 0.7 * heat + stir) * noise),
    );
    const size = Math.min(12, Math.abs(day.log[m]! - before) / (traits.usualSigma * root[m]!));
    heat += HEAT * (size - heat);
    stir = Math.max(stir * STIR, size > 6 ? size / 3 : 0);
    before = day.log[m]!;
  }
  return volumes;
}
