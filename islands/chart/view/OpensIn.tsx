import { useEffect, useState } from 'react';
import type { Opening } from '#components/chart/panel.ts';
import { fill } from '#core/locale/fill.ts';
import { countdownText } from '#core/season/countdown.ts';
import type { ChartStrings } from '../panel/strings.ts';

/** "Closed, opens in 2d 17:04:09", until it does, and the date and time in the reader's zone. */
export function OpensIn({ opening, strings }: { opening: Opening; strings: ChartStrings }) {
  const { when } = opening;
  const [left, setLeft] = useState(opening.left);
  useEffect(() => {
    // from the server's count on, since the page came: the reader's clock may be wrong, how fast it runs is not
    const timer = setInterval(() => setLeft(opening.left - performance.now()), 1000);
    return () => clearInterval(timer);
  }, [opening.left]);
  if (left <= 0) return null;
  return (
    <>
      <span className="tag tabular-nums" data-testid="opens-in">
        <bdi>{fill(strings.opensIn, { left: countdownText(left, strings) })}</bdi>
      </span>
      <span className="tag tabular-nums">
        <bdi>{when}</bdi>
      </span>
    </>
  );
}
