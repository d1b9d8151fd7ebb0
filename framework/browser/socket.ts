/**
 * The tab's one socket, shared by all islands: opened by the first who listens, closed when nobody does. After a
 * loss it is opened again up to five times three seconds apart, and once it has given up, or has given
 * way to newer tabs, when the tab is looked at again or the network comes back.
 */

import { isSigningOut } from './sign-out.ts';

export type SocketStatus = 'connecting' | 'open' | 'offline';

const RETRIES = 5;
const RETRY_MS = 3_000;
/** How the server closes a socket whose session is over. */
const POLICY = 1008;

/** What a site says on its socket. @template In messages of its server @template Out messages to it */
export type Protocol<In, Out> = {
  path: string;
  join(topic: string): Out;
  leave(topic: string): Out;
  /** Whether what came is a message at all. */
  isMessage(value: unknown): value is In;
  /** The topic a message is about, if it is about one. */
  topicOf(message: In): string | undefined;
};

/** The one socket of a tab. */
export function createSocket<In, Out>(protocol: Protocol<In, Out>) {
  type Listener = (message: In) => void;
  let socket: WebSocket | null = null;
  let status: SocketStatus = 'connecting';
  let failures = 0;
  let isResting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<Listener>();
  const watchers = new Set<(status: SocketStatus) => void>();
  const topics = new Map<string, Set<Listener>>();
  const leavers = new Set<() => void>();
  /** How it closes the oldest of too many pages of one user: coming back at once would close another of them. */
  const TOO_MANY = 4008;

  function setStatus(next: SocketStatus): void {
    if (next === status) return;
    status = next;
    for (const watcher of [...watchers]) watcher(next);
  }

  function send(message: Out): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function receive(text: unknown): void {
    let message: unknown;
    try {
      message = JSON.parse(String(text));
    } catch {
      return;
    }
    if (!protocol.isMessage(message)) return;
    for (const listener of [...listeners]) listener(message);
    const topic = protocol.topicOf(message);
    if (topic === undefined) return;
    for (const listener of [...(topics.get(topic) ?? [])]) listener(message);
  }

  function open(): void {
    timer = undefined;
    if (isSigningOut()) return;
    setStatus('connecting');
    const { protocol: scheme, host } = location;
    const opened = new WebSocket(`${scheme === 'https:' ? 'wss' : 'ws'}://${host}${protocol.path}`);
    socket = opened;
    opened.onopen = () => {
      failures = 0;
      for (const topic of topics.keys()) send(protocol.join(topic));
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
    if (listeners.size > 0 || topics.size > 0) return;
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
  function close(): void {
    hangUp();
    setStatus('offline');
  }

  /** Every message, as parsed JSON. @returns stops */
  function onMessage(listener: Listener): () => void {
    // a function of its own for each call, so that one listener may be given twice
    const own: Listener = (message) => listener(message);
    listeners.add(own);
    begin();
    return () => {
      if (listeners.delete(own)) endIfUnheard();
    };
  }

  /** Messages of one topic; the server hears of the first who joins it and the last who leaves. @returns stops */
  function subscribe(topic: string, listener: Listener): () => void {
    const own: Listener = (message) => listener(message);
    const known = topics.get(topic);
    if (known) known.add(own);
    else {
      topics.set(topic, new Set([own]));
      send(protocol.join(topic));
    }
    begin();
    return () => {
      const left = topics.get(topic);
      if (!left?.delete(own) || left.size > 0) return;
      topics.delete(topic);
      send(protocol.leave(topic));
      endIfUnheard();
    };
  }

  /** Calls at once with the present status, then at each change. @returns stops */
  function onStatus(watcher: (status: SocketStatus) => void): () => void {
    watchers.add(watcher);
    watcher(status);
    return () => watchers.delete(watcher);
  }

  /** Told when the session may be over: the server closed the socket for it, or takes none any more. @returns stops */
  function onSignedOut(listener: () => void): () => void {
    leavers.add(listener);
    return () => leavers.delete(listener);
  }

  /** Tries again after it has given up. */
  function retry(): void {
    if (status !== 'offline' || (listeners.size === 0 && topics.size === 0)) return;
    failures = 0;
    open();
  }

  /** A page that is left gives up its connection, or the browser could not keep it for the way back. */
  function rest(): void {
    if (!socket && timer === undefined) return;
    hangUp();
    isResting = true;
  }

  /** It is shown again: what it was told before is old, so whoever listens hears of a new connection. */
  function resume(): void {
    if (!isResting) return;
    isResting = false;
    failures = 0;
    if (listeners.size > 0 || topics.size > 0) open();
  }

  if (typeof document !== 'undefined') {
    window.addEventListener('pagehide', rest);
    window.addEventListener('pageshow', resume);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && retry());
    window.addEventListener('online', retry);
  }

  return { onMessage, subscribe, onStatus, onSignedOut, retry, close };
}
