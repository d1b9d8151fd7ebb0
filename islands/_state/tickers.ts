/** Trades of tickers: the socket watches as many as it may, the next one waits for another to be left. */
import { type Events, MAX_TICKERS } from '#core/contract/events.ts';
import { subscribeTicker } from './socket.ts';

type Handler = (message: Events['trade']) => void;

/** Who follows a ticker, those first that asked first. */
const followers = new Map<string, Set<Handler>>();
/** Ends the subscriptions there are. */
const watched = new Map<string, () => void>();

function fillPlaces(): void {
  for (const [symbol, handlers] of followers) {
    if (watched.size >= MAX_TICKERS) return;
    if (watched.has(symbol)) continue;
    const tell: Handler = (message) => {
      for (const handler of [...handlers]) handler(message);
    };
    watched.set(symbol, subscribeTicker(symbol, tell));
  }
}

/** Trades of one ticker, once there is a place for it. @returns stops */
export function followTicker(symbol: string, handler: Handler): () => void {
  // a function of its own for each call, so that one handler may be given twice
  const own: Handler = (message) => handler(message);
  const handlers = followers.get(symbol) ?? new Set();
  followers.set(symbol, handlers.add(own));
  fillPlaces();
  return () => {
    if (!handlers.delete(own) || handlers.size > 0) return;
    followers.delete(symbol);
    watched.get(symbol)?.();
    watched.delete(symbol);
    fillPlaces();
  };
}

/** Whether somebody follows a ticker that has no place. */
export const isTickerWaiting = (symbol: string): boolean => followers.has(symbol) && !watched.has(symbol);
