import { useEffect, useState } from 'react';
import { countdownText } from '#core/season/countdown.ts';
import { island } from '#framework/islands/strategy.tsx';

/** Counts down to a moment (epoch ms). `ms`: what was left when the page was drawn. */
function Countdown({ at, ms }: { at: number; ms: number }) {
  const [left, setLeft] = useState(ms);
  useEffect(() => {
    const tick = () => setLeft(at - Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [at]);
  return (
    <bdi dir="ltr" className="tabular-nums" role="timer">
      {countdownText(left)}
    </bdi>
  );
}

export default island('Countdown', 'idle', Countdown);
