import { useEffect } from 'react';
import { onMessage } from '#framework/browser/socket.ts';
import { island } from '#framework/islands/strategy.tsx';
import { keepFresh } from './_hooks/keep-fresh.ts';

/** SPEC: the competition page's data is stale after five minutes. */
const EVERY_MS = 300_000;
const LEAST_MS = 200;

/** Draws nothing: shows prize, date and the admins' levers as they are once a competition starts or ends or is edited. */
function CompetitionLive() {
  useEffect(() => {
    const { ask, stop } = keepFresh('competition', { everyMs: EVERY_MS, leastMs: LEAST_MS });
    const unlisten = onMessage((message) => {
      if ((message as { type?: unknown } | null)?.type === 'competition') ask();
    });
    return () => {
      unlisten();
      stop();
    };
  }, []);
  return null;
}

export default island('CompetitionLive', 'idle', CompetitionLive);
