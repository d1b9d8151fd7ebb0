/**
 * Labels of times on the chart. The library works in UTC. Bars are never shifted to the user's zone, which would break
 * live data and summer time; only their labels are in that zone. A daily bar is a session date without a zone.
 */

export type TimeFormat = {
  /** Under the crosshair: "Fri, 28 Aug 2026" or "28 Aug 2026, 16:35". */
  full(epochSeconds: number): string;
  /** The label on the time axis. @param weight the library's TickMarkType: year, month, day, time, time with seconds */
  tick(epochSeconds: number, weight: number): string;
};

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const SESSION = { weekday: 'short', ...DATE } as const;
const DATE_AND_CLOCK = { ...DATE, ...CLOCK } as const;
const TICKS = [
  { year: 'numeric' },
  { month: 'short' },
  { day: 'numeric' },
  CLOCK,
  { ...CLOCK, second: '2-digit' },
] as const;

/**
 * Returns functions that write times. The time axis of daily bars does without `Intl.DateTimeFormat`, because creating
 * the page's first one may take as long as the rest of the chart's start.
 * @param months short names, of January first @param zone IANA name; by default the browser's
 */
export function createTimeFormat(
  locale: string,
  intraday: boolean,
  months: readonly string[],
  zone?: string,
): TimeFormat {
  const formats = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>();
  function write(date: Date, options: Intl.DateTimeFormatOptions): string {
    const format =
      formats.get(options) ??
      new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
        timeZone: intraday ? zone : 'UTC',
        hourCycle: 'h23',
        ...options,
      });
    formats.set(options, format);
    return format.format(date);
  }
  return {
    full: (time) => write(new Date(time * 1000), intraday ? DATE_AND_CLOCK : SESSION),
    tick(time, weight) {
      const date = new Date(time * 1000);
      if (!intraday && weight === 0) return String(date.getUTCFullYear());
      if (!intraday && weight === 1) return months[date.getUTCMonth()]!;
      if (!intraday && weight === 2) return String(date.getUTCDate());
      return write(date, TICKS[weight] ?? CLOCK);
    },
  };
}
