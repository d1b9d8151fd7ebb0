import { useEffect } from 'react';
import { onMessage, subscribeTicker } from '#client/socket.ts';
import { type EquipTexts, enhanceEquip } from './_hooks/enhanceEquip.ts';
import { island } from './_hooks/island.tsx';
import { keepFresh } from './_hooks/keepFresh.ts';

/** SPEC section 9: a profile is kept for a minute. */
const EVERY_MS = 60_000;
const LEAST_MS = 1_000;
/** Tickers a socket may watch. */
const MAX_TICKERS = 10;

/**
 * Draws nothing: keeps the profile as the server computes it, at each trade of a held symbol and whenever an item
 * is put on or taken off, here or elsewhere; and sends the page's equip forms without leaving it.
 */
function ProfileLive({ symbols, texts }: { symbols: readonly string[]; texts: EquipTexts }) {
  useEffect(() => {
    const { ask, now, stop } = keepFresh('profile', { everyMs: EVERY_MS, leastMs: LEAST_MS });
    const stops = symbols.slice(0, MAX_TICKERS).map((symbol) => subscribeTicker(symbol, ask));
    const unlisten = onMessage((message) => {
      if ((message as { type?: unknown } | null)?.type === 'account') ask();
    });
    const stopEquip = enhanceEquip(texts, now);
    return () => {
      for (const end of stops) end();
      unlisten();
      stopEquip();
      stop();
    };
  }, [symbols, texts]);
  return null;
}

export default island('ProfileLive', 'idle', ProfileLive);
