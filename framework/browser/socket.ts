/**
 * The tab's one socket, shared by all islands: opened by the first who listens, closed when nobody does. After a
 * loss it is opened again up to five times three seconds apart (SPEC section 4), and once it has given up, or has given
 * way to newer tabs, when the tab is looked at again or the network comes back.
 */

import { isSigningOut } from './sign-out.ts';

export type SocketStatus = 'connecting' | 'open' | 'offline';
type Listener = (message: unknown) => void;

const RETRIES = 5;
const RETRY_MS = 3_000;

let socket: WebSocket | null = null;
let status: SocketStatus = 'connecting';
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<Listener>();
const watchers = new Set<(status: SocketStatus) => void>();
const tickers = new Map<string, Set<Listener>>();
const leavers = new Set<() => void>();
/** How the server closes a socket whose session is over. */
const POLICY = 1008;
/** How it closes the oldest of too many pages of one user: coming back at once would close another of them. */
const TOO_MANY = 4008;

function setStatus(next: SocketStatus): void {
  if (next === status) return;
  status = next;
  for (const watcher of [...watchers]) watcher(next);
}

function send(action: 'subscribe' | 'unsubscribe', ticker: string): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ action, ticker }));
}

function receive(text: unknown): void {
  let message: unknown;
  try {
    message = JSON.parse(String(text));
  } catch {
    return;
  }
  for (const listener of [...listeners]) listener(message);
  const ticker = (message as { ticker?: unknown } | null)?.ticker;
  if (typeof ticker !== 'string') return;
  for (const listener of [...(tickers.get(ticker) ?? [])]) listener(message);
}

function open(): void {
  timer = undefined;
  if (isSigningOut()) return;
  setStatus('connecting');
  const { protocol, host } = location;
  const opened = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`);
  socket = opened;
  opened.onopen = () => {
    failures = 0;
    for (const ticker of tickers.keys()) send('subscribe', ticker);
    setStatus('open');
  };
  opened.onmessage = (event) => receive(event.data);
  opened.onerror = () => console.warn('The realtime connection failed.');
  opened.onclose = (event) => {
    if (socket !== opened) return;
    socket = null;
    if (event?.code === TOO_MANY) return setStatus('offline');
    if (event?.code === POLICY) for (const leave of [...leavers]) leave();
    if (failures >= RETRIES) {
      // a refused upgrade looks like a lost network: the session may be over
      for (const leave of [...leavers]) leave();
      return setStatus('offline');
    }
    failures += 1;
    setStatus('connecting');
    timer = setTimeout(open, RETRY_MS);
  };
}

function begin(): void {
  if (!socket && timer === undefined && status !== 'offline') open();
}

function endIfUnheard(): void {
  if (listeners.size > 0 || tickers.size > 0) return;
  failures = 0;
  status = 'connecting';
  hangUp();
}

function hangUp(): void {
  clearTimeout(timer);
  timer = undefined;
  const last = socket;
  socket = null;
  last?.close();
}

/** Ends the connection for everybody on the page: they hear that it is offline, and it stays so until `retry`. */
export function close(): void {
  hangUp();
  setStatus('offline');
}

/** Every message, as parsed JSON. @returns stops */
export function onMessage(listener: Listener): () => void {
  // a function of its own for each call, so that one listener may be given twice
  const own: Listener = (message) => listener(message);
  listeners.add(own);
  begin();
  return () => {
    if (listeners.delete(own)) endIfUnheard();
  };
}

/** Messages of one ticker; the server is told by the first who wants it and the last who leaves. @returns stops */
export function subscribeTicker(symbol: string, listener: Listener): () => void {
  const ticker = symbol.toUpperCase();
  const own: Listener = (message) => listener(message);
  const known = tickers.get(ticker);
  if (known) known.add(own);
  else {
    tickers.set(ticker, new Set([own]));
    send('subscribe', ticker);
  }
  begin();
  return () => {
    const left = tickers.get(ticker);
    if (!left?.delete(own) || left.size > 0) return;
    tickers.delete(ticker);
    send('unsubscribe', ticker);
    endIfUnheard();
  };
}

/** Calls at once with the present status, then at each change. @returns stops */
export function onStatus(watcher: (status: SocketStatus) => void): () => void {
  watchers.add(watcher);
  watcher(status);
  return () => watchers.delete(watcher);
}

/** Told when the session may be over: the server closed the socket for it, or takes none any more. @returns stops */
export function onSignedOut(listener: () => void): () => void {
  leavers.add(listener);
  return () => leavers.delete(listener);
}

/** Tries again after it has given up. */
export function retry(): void {
  if (status !== 'offline' || (listeners.size === 0 && tickers.size === 0)) return;
  failures = 0;
  open();
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && retry());
  window.addEventListener('online', retry);
}
