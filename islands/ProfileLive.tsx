import { useEffect } from 'react';
import { onMessage, subscribeTicker } from '#framework/browser/socket.ts';
import { island } from '#framework/islands/strategy.tsx';
import { type EquipTexts, enhanceEquip } from './_hooks/enhance-equip.ts';
import { keepFresh } from './_hooks/keep-fresh.ts';
import { softLinks } from './_hooks/soft-links.ts';

/** SPEC section 9: a profile is kept for a minute. */
const EVERY_MS = 60_000;
const LEAST_MS = 1_000;
/** Tickers a socket may watch. */
const MAX_TICKERS = 10;

/**
 * Draws nothing: keeps the profile as the server computes it, at each trade of a held symbol and whenever an item
 * is put on or taken off, here or elsewhere; follows tabs and sends equip forms without leaving the page.
 */
function ProfileLive({ texts }: { texts: EquipTexts }) {
  useEffect(() => {
    const region = document.querySelector<HTMLElement>('[data-live="profile"]');
    if (!region) return;
    const { ask, now, stop } = keepFresh('profile', {
      ...{ everyMs: EVERY_MS, leastMs: LEAST_MS },
      failed: 'Failed to fetch profile',
    });
    const unlisten = onMessage((message) => {
      if ((message as { type?: unknown } | null)?.type === 'account') ask();
    });
    const ends = [
      stop,
      unlisten,
      followTickers(region, ask),
      enhanceEquip(texts, now),
      softLinks(region).stop,
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [texts]);
  return null;
}

/** Calls `ask` at each trade of a ticker that the part shown names in `data-tickers`. @returns stops */
function followTickers(region: HTMLElement, ask: () => void): () => void {
  let stops: (() => void)[] = [];
  const end = () => {
    for (const stop of stops) stop();
  };
  const follow = () => {
    const tickers = (region.dataset.tickers ?? '').split(' ').filter(Boolean);
    const next = tickers.slice(0, MAX_TICKERS).map((ticker) => subscribeTicker(ticker, ask));
    // after the new ones, so that a ticker in both is not given up in between
    end();
    stops = next;
  };
  follow();
  const observer = new MutationObserver(follow);
  observer.observe(region, { attributeFilter: ['data-tickers'] });
  return () => {
    observer.disconnect();
    end();
  };
}

export default island('ProfileLive', 'idle', ProfileLive);
