import { useEffect, useState } from 'react';
import type { Opening } from '#components/chart/panel.ts';
import { fill } from '#core/locale/sentence.ts';
import { pageAge } from '#framework/browser/server-clock.ts';
import type { ChartStrings } from './strings.ts';
import { useStrings } from './use-strings.tsx';

/** Returns "2 h 10 m", and "2d 5 h" from one day on. @param ms above 0 */
function leftText(ms: number, strings: ChartStrings): string {
  const minutes = Math.ceil(ms / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const text = hours === 0 && days === 0 ? strings.leftMinutes : strings.leftHours;
  if (days === 0) return fill(text, { hours, minutes: minutes % 60 });
  const word = days === 1 ? strings.dayOne : days === 2 ? strings.dayTwo : strings.days;
  return fill(strings.leftDays, { days: word.replace(/\{+count\}+/, String(days)), hours });
}

/** Returns the time until the market opens, ms; 0 while it is open. */
export function useTimeLeft(opening: Opening | null): number {
  const remaining = opening?.left ?? 0;
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (remaining === 0) return;
    // subtracts the page's age from the server's figure, because the reader's clock may be wrong
    const timer = setInterval(() => setNow(pageAge()), 1000);
    return () => clearInterval(timer);
  }, [remaining]);
  return Math.max(0, remaining - now);
}

/** Shows "Closed, opens in 2 h 10 m" until the market opens, with date and time in the reader's zone. */
export function OpensIn({ opening }: { opening: Opening }) {
  const strings = useStrings();
  const { when } = opening;
  const remaining = useTimeLeft(opening);
  if (remaining === 0) return null;
  return (
    <>
      <span className="tag" data-testid="opens-in">
        <bdi>{fill(strings.opensIn, { left: leftText(remaining, strings) })}</bdi>
      </span>
      <span className="tag opens-at">
        <bdi>{when}</bdi>
      </span>
    </>
  );
}
