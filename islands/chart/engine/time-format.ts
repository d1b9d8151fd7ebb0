/**
 * Labels of times on the chart. The library works in UTC. Bars are never shifted to the user's zone, which would break live data and
 * summer time; their labels are formatted in it instead. A daily bar is a session date without a zone.
 */

export type TimeFormat = {
  /** Under the crosshair: "Fri, 28 Aug 2026" or "28 Aug 2026, 16:35". */
  full(epochSeconds: number): string;
  /** The label on the time axis. @param weight the library's TickMarkType: year, month, day, time, time with seconds */
  tick(epochSeconds: number, weight: number): string;
};

/** @param zone IANA name; by default the browser's */
export function createTimeFormat(locale: string, intraday: boolean, zone?: string): TimeFormat {
  const make = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
      timeZone: intraday ? zone : 'UTC',
      hourCycle: 'h23',
      ...options,
    });
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const full = make(intraday ? { ...date, ...clock } : { weekday: 'short', ...date });
  const ticks = [
    make({ year: 'numeric' }),
    make({ month: 'short' }),
    make({ day: 'numeric' }),
    make(clock),
    make({ ...clock, second: '2-digit' }),
  ];
  return {
    full: (time) => full.format(time * 1000),
    tick: (time, weight) => (ticks[weight] ?? ticks[3]!).format(time * 1000),
  };
}
