import { useEffect, useState } from 'react';
import type { Opening } from '#components/chart/panel.ts';
import { countdownText } from '#core/countdown.ts';
import { type ChartStrings, fill } from '../strings.ts';

/** "Closed, opens in 1d 17:04:09", until it does; the date and time in the reader's zone as its title. */
export function OpensIn({ opening, strings }: { opening: Opening; strings: ChartStrings }) {
  const { at, when } = opening;
  const [left, setLeft] = useState(opening.left);
  useEffect(() => {
    const tick = () => setLeft(at - Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [at]);
  if (left <= 0) return null;
  return (
    <span className="tag tabular-nums" data-testid="opens-in" title={when}>
      {fill(strings.opensIn, { left: countdownText(left), when })}
    </span>
  );
}
