import { useEffect } from 'react';
import { onMessage } from '#framework/browser/socket.ts';
import { island } from '#framework/islands/strategy.tsx';
import { keepFresh } from './_hooks/keep-fresh.ts';

const EVERY_MS = 30_000;
const LEAST_MS = 2_000;

/** Draws nothing: keeps the server's table fresh, every 30 s, on focus, and when a new ranking is announced. */
function LeaderboardLive() {
  useEffect(() => {
    const { ask, stop } = keepFresh('leaderboard', { everyMs: EVERY_MS, leastMs: LEAST_MS });
    const unlisten = onMessage((message) => {
      if ((message as { type?: unknown } | null)?.type === 'standings') ask();
    });
    return () => {
      unlisten();
      stop();
    };
  }, []);
  return null;
}

export default island('LeaderboardLive', 'idle', LeaderboardLive);
