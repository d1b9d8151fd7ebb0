/**
 * Live trade prints from Finnhub's socket (finnhub.io/docs/api/websocket-trades). The one connection opens for the
 * first subscriber, and reopens when it breaks or falls silent.
 */
import { tickerOf } from '#core/market/ticker.ts';
import { onLattice, type Trade } from './market.ts';
import type { Time } from './provider/request.ts';
import type { Stream } from './provider/watched.ts';

export type FinnhubOptions = {
  url: string;
  apiKey: string;
  time: Time;
  /** True while trade prints are expected. Outside sessions a silent socket is healthy. */
  inSession(): boolean;
  onTrade(trade: Trade): void;
  warn(sentence: string): void;
  /** Returns 0..1, which spreads the reconnections of many servers. */
  random?: () => number;
};

/** A socket that sends nothing for this long in a session, not even a ping, is dead, ms. */
export const SILENCE_MS = 60_000;
const CHECK_MS = 5_000;
const OPENING_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** How long the connection stays open after the last subscriber has left, ms, even when it opens only after that. */
const LINGER_MS = 30_000;

/**
 * Finnhub's numbers of the sale conditions under which a price is not the market's price at that instant: averages,
 * late and out-of-sequence reports, odd lots, extended hours, derived and contingent trades, repeated official open
 * and close.
 */
const NOT_FOR_CANDLES = new Set(
  [2, 3, 5, 6, 9, 10, 12, 13, 15, 16, 17, 20, 21, 22, 24, 25, 26, 27, 30, 32, 37, 38].map(String),
);

/** True when a trade print may move a bar. */
export const movesCandle = (conditions: unknown): boolean =>
  !Array.isArray(conditions) || !conditions.some((code) => NOT_FOR_CANDLES.has(String(code)));

export function createFinnhub(options: FinnhubOptions): Stream {
  const { url, apiKey, time, inSession, onTrade, warn, random = Math.random } = options;
  const symbols = new Set<string>();
  let socket: WebSocket | null = null;
  let messageAt = 0;
  let failures = 0;
  let cancelTimer = () => {};
  let isStopped = false;

  const send = (type: 'subscribe' | 'unsubscribe', symbol: string) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(subscription(type, symbol));
  };

  function later(ms: number, run: () => void): void {
    cancelTimer();
    cancelTimer = time.after(ms, run);
  }

  function drop(): void {
    const previous = socket;
    socket = null;
    previous?.close();
  }

  function retry(why: string): void {
    drop();
    cancelTimer();
    if (isStopped || symbols.size === 0) return;
    const ms = retryMs(failures++, random());
    warn(`Finnhub: ${why}; connecting again in ${(ms / 1000).toFixed(1)} s.`);
    later(ms, connect);
  }

  function check(): void {
    if (symbols.size > 0 && inSession() && time.now() - messageAt >= SILENCE_MS) retry('silent for a minute');
    else later(CHECK_MS, check);
  }

  function connect(): void {
    drop();
    if (isStopped || symbols.size === 0) return;
    later(OPENING_MS, () => retry('it does not open'));
    socket = openSocket(addressOf(url, apiKey), (candidate) => socket === candidate, {
      opened,
      take,
      closed: (code) => retry(`the connection ended (${code})`),
    });
  }

  function opened(): void {
    messageAt = time.now();
    for (const symbol of symbols) send('subscribe', symbol);
    if (symbols.size > 0) later(CHECK_MS, check);
  }

  function take(text: string): void {
    const trades = readMessage(text);
    if (!trades) return;
    messageAt = time.now();
    failures = 0;
    for (const trade of trades) if (symbols.has(trade.symbol)) onTrade(trade);
  }

  return {
    watch(symbol) {
      if (isStopped) return;
      symbols.add(symbol);
      if (socket) send('subscribe', symbol);
      // while other symbols are watched, a retry is already scheduled, and its socket subscribes to all symbols
      else if (symbols.size === 1) connect();
    },
    unwatch(symbol) {
      if (!symbols.delete(symbol)) return;
      send('unsubscribe', symbol);
      if (symbols.size > 0) return;
      if (!socket) return cancelTimer();
      later(LINGER_MS, () => (symbols.size === 0 ? drop() : check()));
    },
    stop() {
      isStopped = true;
      cancelTimer();
      drop();
    },
  };
}

/** @param isCurrent true for the socket in use; events of replaced sockets are ignored */
function openSocket(
  address: URL,
  isCurrent: (socket: WebSocket) => boolean,
  on: { opened(): void; take(text: string): void; closed(code: number): void },
): WebSocket {
  const socket = new WebSocket(address);
  socket.onopen = () => isCurrent(socket) && on.opened();
  socket.onmessage = ({ data }) => isCurrent(socket) && on.take(String(data));
  socket.onclose = ({ code }) => isCurrent(socket) && on.closed(code);
  // `onclose` follows every error
  socket.onerror = () => {};
  return socket;
}

function addressOf(url: string, apiKey: string): URL {
  const address = new URL(url);
  address.searchParams.set('token', apiKey);
  return address;
}

/**
 * Returns the wait before the next try, ms: a delay times 0.5 to 1. The delay doubles with each earlier failure in a
 * row, up to a minute.
 * @param failures earlier failures in a row @param spread a random number from 0 to 1; 1 gives the whole delay
 */
function retryMs(failures: number, spread: number): number {
  const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return Math.round(delay * (0.5 + spread / 2));
}

/** Returns the trade prints of a message; none for a ping, null for any other message. */
function readMessage(text: string): Trade[] | null {
  const message = parse(text);
  if (message?.type === 'ping') return [];
  if (message?.type !== 'trade') return null;
  const rows: unknown[] = Array.isArray(message.data) ? message.data : [];
  return rows.map(readTrade).filter((trade) => trade !== null);
}

function parse(text: string): { type?: unknown; data?: unknown } | null {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}

/** Finnhub writes classes of shares with a dot. */
const subscription = (type: 'subscribe' | 'unsubscribe', symbol: string) =>
  JSON.stringify({ type, symbol: symbol.replace(/-(?=[A-Z]$)/, '.') });

/** Reads {s, p, t (ms), v, c[]}. Null for a malformed row, and for a trade print that does not move a bar. */
function readTrade(row: unknown): Trade | null {
  if (typeof row !== 'object' || row === null) return null;
  const { s, p, t, v, c } = row as Record<string, unknown>;
  const symbol = typeof s === 'string' ? tickerOf(s) : null;
  const price = typeof p === 'number' ? onLattice(p) : null;
  if (!symbol || !price || typeof t !== 'number' || !Number.isFinite(t) || t <= 0 || !movesCandle(c))
    return null;
  return { symbol, price, size: typeof v === 'number' && v >= 0 ? v : 0, tsMs: t };
}
