/** The tab's socket: everything the server says, and the trades of the tickers somebody watches. */
import { createSocket } from '#framework/browser/socket.ts';

export type { SocketStatus } from '#framework/browser/socket.ts';

export const { onMessage, onStatus, onSignedOut, retry, close, subscribe } = createSocket({
  path: '/ws',
  join: (ticker) => ({ action: 'subscribe', ticker }),
  leave: (ticker) => ({ action: 'unsubscribe', ticker }),
  topicOf(message) {
    const ticker = (message as { ticker?: unknown } | null)?.ticker;
    return typeof ticker === 'string' ? ticker : undefined;
  },
});

/** Messages about one ticker. @returns stops */
export const subscribeTicker = (symbol: string, listener: (message: unknown) => void): (() => void) =>
  subscribe(symbol.toUpperCase(), listener);
