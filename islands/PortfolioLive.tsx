import { useEffect } from 'react';
import { onMessage, subscribeTicker } from '#framework/browser/socket.ts';
import { island } from '#framework/islands/strategy.tsx';
import { keepFresh } from './_hooks/keep-fresh.ts';

/** Tickers a socket may watch; positions beyond them are refreshed with the others'. */
const MAX_TICKERS = 10;
const EVERY_MS = 15_000;
const LEAST_MS = 1_000;

/** Draws nothing: keeps value, P&L and allocation as the server computes them, each time a held symbol trades. */
function PortfolioLive({ symbols }: { symbols: readonly string[] }) {
  useEffect(() => {
    const { ask, stop } = keepFresh('portfolio', { everyMs: EVERY_MS, leastMs: LEAST_MS });
    const stops = symbols.slice(0, MAX_TICKERS).map((symbol) => subscribeTicker(symbol, ask));
    const unlisten = onMessage((message) => {
      if ((message as { type?: unknown } | null)?.type === 'account') ask();
    });
    return () => {
      for (const end of stops) end();
      unlisten();
      stop();
    };
  }, [symbols]);
  return null;
}

export default island('PortfolioLive', 'idle', PortfolioLive);
