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
  /** The server says something at least this often, or the line is dead, ms. */
  silenceMs: number;
  join(topic: string): Out;
  leave(topic: string): Out;
  /** Whether what came is a message at all. */
  isMessage(value: unknown): value is In;
  /** The topic a message is about, if it is about one. */
  topicOf(message: In): string | undefined;
};

type Line = Pick<Protocol<unknown, unknown>, 'path' | 'silenceMs'>;

/** How the server closes the oldest of too many pages of one user: coming back at once would close another of them. */
const TOO_MANY = 4008;

/** Callbacks of a connection. */
type Callbacks = {
  opened(): void;
  message(text: string): void;
  status(status: SocketStatus): void;
  /** The session may be over. */
  signedOut(): void;
};

/** A socket that is opened again after a loss, until it has failed too often. */
function createConnection({ path, silenceMs }: Line, heard: Callbacks) {
  let socket: WebSocket | null = null;
  let status: SocketStatus = 'connecting';
  let failures = 0;
  let isResting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function setStatus(next: SocketStatus): void {
    if (next === status) return;
    status = next;
    heard.status(next);
  }

  function open(): void {
    timer = undefined;
    if (isSigningOut()) return;
    setStatus('connecting');
    const closed = (code?: number) => socket === opened && lost(code);
    const opened = connect(path, silenceMs, { opened: greet, message: heard.message, closed });
    socket = opened;
  }

  function greet(): void {
    failures = 0;
    heard.opened();
    setStatus('open');
  }

  function lost(code: number | undefined): void {
    socket = null;
    const isTheEnd = code === TOO_MANY || failures >= RETRIES;
    // a refused upgrade looks like a lost network: the session may be over
    if (code === POLICY || (code !== TOO_MANY && isTheEnd)) heard.signedOut();
    setStatus(isTheEnd ? 'offline' : 'connecting');
    if (isTheEnd) return;
    failures += 1;
    timer = setTimeout(open, RETRY_MS);
  }

  function hangUp(): void {
    clearTimeout(timer);
    timer = undefined;
    const last = socket;
    socket = null;
    last?.close();
  }

  return {
    status: () => status,
    send: (message: object): void =>
      void (socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message))),
    /** Opens it, unless it is open, about to be, or given up. */
    begin: (): void => void (!socket && timer === undefined && status !== 'offline' && open()),
    /** Ends it until it is begun anew. */
    end(): void {
      [failures, status] = [0, 'connecting'];
      hangUp();
    },
    /** Ends it until it is tried again. */
    giveUp(): void {
      hangUp();
      setStatus('offline');
    },
    /** A page that is left gives up its connection, or the browser could not keep it for the way back. */
    rest(): void {
      if (!socket && timer === undefined) return;
      hangUp();
      isResting = true;
    },
    /** The page is shown again. Its data is old, so listeners hear of a new connection. */
    resume(isHeard: boolean): void {
      if (!isResting) return;
      isResting = false;
      failures = 0;
      if (isHeard) open();
    },
    again(): void {
      if (status !== 'offline') return;
      failures = 0;
      open();
    },
  };
}

type Ends = { opened(): void; message(text: string): void; closed(code?: number): void };

/** Opens a socket. One whose line was cut without a word never closes: it counts as closed once it has been silent too long. */
function connect(path: string, silenceMs: number, { opened, message, closed }: Ends): WebSocket {
  const socket = new WebSocket(addressOf(path));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      closed();
      socket.close();
    }, silenceMs);
  };
  socket.onopen = () => {
    listen();
    opened();
  };
  socket.onmessage = (event) => {
    listen();
    message(String(event.data));
  };
  socket.onerror = () => console.warn('The realtime connection failed.');
  socket.onclose = (event) => {
    clearTimeout(timer);
    closed(event?.code);
  };
  return socket;
}

function addressOf(path: string): string {
  const { protocol, host } = location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${path}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The one socket of a tab. */
export function createSocket<In, Out extends object>(protocol: Protocol<In, Out>) {
  type Listener = (message: In) => void;
  const listeners = new Set<Listener>();
  const watchers = new Set<(status: SocketStatus) => void>();
  const topics = new Map<string, Set<Listener>>();
  const leavers = new Set<() => void>();
  const connection = createConnection(protocol, {
    opened() {
      for (const topic of topics.keys()) connection.send(protocol.join(topic));
    },
    message(text) {
      const message = parse(text);
      if (!protocol.isMessage(message)) return;
      for (const listener of [...listeners]) listener(message);
      const topic = protocol.topicOf(message);
      for (const listener of [...(topics.get(topic ?? '') ?? [])]) listener(message);
    },
    status(status) {
      for (const watcher of [...watchers]) watcher(status);
    },
    signedOut() {
      for (const leave of [...leavers]) leave();
    },
  });
  const isHeard = () => listeners.size > 0 || topics.size > 0;

  /** Every message, as parsed JSON. @returns stops */
  function onMessage(listener: Listener): () => void {
    // a new function for each call, so that one listener may be added twice
    const own: Listener = (message) => listener(message);
    listeners.add(own);
    connection.begin();
    return () => {
      if (listeners.delete(own) && !isHeard()) connection.end();
    };
  }

  /** Messages of one topic; the server hears of the first who joins it and the last who leaves. @returns stops */
  function subscribe(topic: string, listener: Listener): () => void {
    const own: Listener = (message) => listener(message);
    const known = topics.get(topic);
    if (known) known.add(own);
    else {
      topics.set(topic, new Set([own]));
      connection.send(protocol.join(topic));
    }
    connection.begin();
    return () => {
      const left = topics.get(topic);
      if (!left?.delete(own) || left.size > 0) return;
      topics.delete(topic);
      connection.send(protocol.leave(topic));
      if (!isHeard()) connection.end();
    };
  }

  /** Calls at once with the present status, then at each change. @returns stops */
  function onStatus(watcher: (status: SocketStatus) => void): () => void {
    watchers.add(watcher);
    watcher(connection.status());
    return () => watchers.delete(watcher);
  }

  /** Calls when the session may be over: the server closed the socket for it, or accepts none any more. @returns stops */
  function onSignedOut(listener: () => void): () => void {
    leavers.add(listener);
    return () => leavers.delete(listener);
  }

  /** Tries again after it has given up. */
  function retry(): void {
    if (isHeard()) connection.again();
  }

  if (typeof document !== 'undefined') {
    window.addEventListener('pagehide', connection.rest);
    window.addEventListener('pageshow', () => connection.resume(isHeard()));
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && retry());
    window.addEventListener('online', retry);
  }

  /** Ends the connection for everybody on the page: they hear that it is offline, and it stays so until `retry`. */
  const close = connection.giveUp;
  return { onMessage, subscribe, onStatus, onSignedOut, retry, close };
}
