/** Wall-clock times of a time zone. */

/** Making one takes a thousand times as long as using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  });
  clocks.set(zone, clock);
  return clock;
}

/** How far the zone is ahead of UTC at a moment, ms. */
function offsetMs(utcMs: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(utcMs);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value);
  const local = Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  );
  return local - Math.floor(utcMs / 1000) * 1000;
}

/**
 * The moment a form's `datetime-local` value means in a zone; a time the clocks skip means the moment after the gap.
 * @param local "2026-11-22T10:00", seconds allowed @returns epoch ms, null when it is not such a time
 */
export function zonedToUtc(local: string, zone: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local)) return null;
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 16) !== local.slice(0, 16)) return null;
  // twice, because the first guess may be on the other side of a change of the clocks
  const guess = asUtc - offsetMs(asUtc, zone);
  return asUtc - offsetMs(guess, zone);
}

/** A moment as a form's `datetime-local` value in a zone, to the minute. */
export function utcToZoned(utcMs: number, zone: string): string {
  return new Date(utcMs + offsetMs(utcMs, zone)).toISOString().slice(0, 16);
}

/** The midnight a moment's day began with in a zone, epoch ms. */
export function startOfDay(utcMs: number, zone: string): number {
  return zonedToUtc(`${utcToZoned(utcMs, zone).slice(0, 10)}T00:00`, zone) ?? utcMs;
}
