/**
 * The one socket of a tab, shared by all islands. It opens for the first listener and closes after the last. After a
 * loss it reconnects up to five times, three seconds apart. After that, after `close`, or when the server closed it in
 * favour of newer tabs, it reconnects when the tab becomes visible or the network comes back. Either event also
 * replaces a socket that died while the device slept.
 */

import { pageAge } from './server-clock.ts';
import { isSigningOut } from './sign-out.ts';

export type SocketStatus = 'connecting' | 'open' | 'offline';

const RETRIES = 5;
const RETRY_MS = 3_000;
/** The close code for a socket whose session is over. */
const POLICY = 1008;

/** The messages of a site's socket. @template In messages from the server @template Out messages to the server */
export type Protocol<In, Out> = {
  path: string;
  /** The time without a message after which the connection counts as lost, ms. */
  silenceMs: number;
  join(topic: string): Out;
  leave(topic: string): Out;
  /** True when a parsed text is a message of the server. */
  isMessage(value: unknown): value is In;
  /** Returns the topic of a message, whose subscribers get it too; undefined: only listeners of `onMessage` get it. */
  topicOf(message: In): string | undefined;
  /**
   * True for a message that reports a state. `newestState` returns the newest one to code that starts to listen later.
   */
  isState(message: In): boolean;
};

type Line = Pick<Protocol<unknown, unknown>, 'path' | 'silenceMs'>;

/**
 * The close code for the oldest page of a user with too many pages. If this page reconnected, another would be closed.
 */
const TOO_MANY = 4008;

type Callbacks = {
  opened(): void;
  message(text: string): void;
  status(status: SocketStatus): void;
  /** Called when the session may be over. */
  signedOut(): void;
};

/** Creates a connection that reconnects after a loss, until it has failed too often. */
function createConnection({ path, silenceMs }: Line, callbacks: Callbacks) {
  let socket: Connected | null = null;
  let status: SocketStatus = 'connecting';
  let failures = 0;
  let isResting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function setStatus(next: SocketStatus): void {
    if (next === status) return;
    status = next;
    callbacks.status(next);
  }

  function open(): void {
    timer = undefined;
    if (isSigningOut()) return;
    setStatus('connecting');
    const closed = (code?: number) => socket === opened && lost(code);
    const opened = connect(path, silenceMs, { opened: greet, message: callbacks.message, closed });
    socket = opened;
  }

  function greet(): void {
    failures = 0;
    callbacks.opened();
    setStatus('open');
  }

  function lost(code: number | undefined): void {
    socket = null;
    const isTheEnd = code === TOO_MANY || failures >= RETRIES;
    // a refused upgrade looks like a lost network: the session may be over
    if (code === POLICY || (code !== TOO_MANY && isTheEnd)) callbacks.signedOut();
    setStatus(isTheEnd ? 'offline' : 'connecting');
    failures += 1;
    if (!isTheEnd) timer = setTimeout(open, RETRY_MS);
  }

  function hangUp(): void {
    clearTimeout(timer);
    const last = socket;
    [socket, timer] = [null, undefined];
    last?.close();
  }

  return {
    status: () => status,
    /** Sends a message; does nothing without a connection. */
    send: (message: object): void => socket?.send(message),
    /** Opens the connection, unless it is open, about to open, or given up. */
    begin(): void {
      if (!socket && timer === undefined && status !== 'offline') open();
    },
    /** Closes the connection until the next `begin`. */
    end(): void {
      [failures, status] = [0, 'connecting'];
      hangUp();
    },
    /** Closes the connection until `again` is called. */
    giveUp(): void {
      hangUp();
      setStatus('offline');
    },
    /** Closes the connection of a page the reader leaves: for Back, browsers cache only pages without a connection. */
    rest(): void {
      if (!socket && timer === undefined) return;
      hangUp();
      isResting = true;
    },
    /**
     * Opens the connection of a page that Back restored, if the page has listeners. Listeners of `onReopen` are called,
     * because the page has missed messages.
     */
    resume(isHeard: boolean): void {
      if (!isResting) return;
      [isResting, failures] = [false, 0];
      if (isHeard) open();
    },
    /** Opens a connection that was given up, and replaces a silent one. */
    again(): void {
      if (status !== 'offline' && !socket?.isSilent()) return;
      failures = 0;
      hangUp();
      open();
    },
  };
}

type Ends = { opened(): void; message(text: string): void; closed(code?: number): void };

type Connected = {
  /** Sends a message; does nothing before the socket is open. */
  send(message: object): void;
  close(): void;
  /** True when nothing came for half of `silenceMs`. Sleep of the device counts, although no timer runs then. */
  isSilent(): boolean;
};

/**
 * Opens a socket. A socket that lost its network without an event counts as closed after `silenceMs` without a message.
 */
function connect(path: string, silenceMs: number, { opened, message, closed }: Ends): Connected {
  const socket = new WebSocket(addressOf(path));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heardAt = pageAge();
  const listen = () => {
    heardAt = pageAge();
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
  return {
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close: () => socket.close(),
    isSilent: () => pageAge() - heardAt > silenceMs / 2,
  };
}

/** Returns the socket's address. It names the page's language, because the account's may differ. */
function addressOf(path: string): string {
  const { protocol, host } = location;
  const { lang } = document.documentElement;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${path}?lang=${lang}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Closes the connection when the reader leaves the page; opens it again when the page is shown or the network comes
 * back.
 */
function followPage(
  connection: Pick<ReturnType<typeof createConnection>, 'rest' | 'resume'>,
  isHeard: () => boolean,
  retry: () => void,
): void {
  window.addEventListener('pagehide', connection.rest);
  window.addEventListener('pageshow', () => connection.resume(isHeard()));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && retry());
  window.addEventListener('online', retry);
}

/** Creates a list of listeners that take no argument. @param skipped how many of the first runs call no listener */
function createCalls(skipped = 0) {
  const listeners = new Set<() => void>();
  let runs = 0;
  return {
    /** @returns a function that unsubscribes */
    on(listener: () => void): () => void {
      const entry = () => listener();
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    run(): void {
      runs += 1;
      if (runs > skipped) for (const listener of [...listeners]) listener();
    },
  };
}

export function createSocket<In, Out extends object>(protocol: Protocol<In, Out>) {
  type Listener = (message: In) => void;
  const listeners = new Set<Listener>();
  const watchers = new Set<(status: SocketStatus) => void>();
  const topics = new Map<string, Set<Listener>>();
  /** Listeners for the end of the session, which is likely when the server closes with 1008 or all retries fail. */
  const signedOut = createCalls();
  /** Listeners for a connection that opens again: the page has missed the messages since the loss. */
  const reopened = createCalls(1);
  let state: In | undefined;
  const connection = createConnection(protocol, {
    opened() {
      state = undefined;
      for (const topic of topics.keys()) connection.send(protocol.join(topic));
      reopened.run();
    },
    message(text) {
      const message = parse(text);
      if (!protocol.isMessage(message)) return;
      if (protocol.isState(message)) state = message;
      for (const listener of [...listeners]) listener(message);
      const topic = protocol.topicOf(message);
      for (const listener of [...(topics.get(topic ?? '') ?? [])]) listener(message);
    },
    status(status) {
      for (const watcher of [...watchers]) watcher(status);
    },
    signedOut: signedOut.run,
  });
  const isHeard = () => listeners.size > 0 || topics.size > 0;

  /** Calls the listener with every message. @returns a function that unsubscribes */
  function onMessage(listener: Listener): () => void {
    // a new function for each call, so that the same listener may be added twice
    const subscription: Listener = (message) => listener(message);
    listeners.add(subscription);
    connection.begin();
    return () => {
      if (listeners.delete(subscription) && !isHeard()) connection.end();
    };
  }

  /**
   * Calls the listener with messages of one topic. Only the first and the last listener of a topic cause a message to
   * the server.
   * @returns a function that unsubscribes
   */
  function subscribe(topic: string, listener: Listener): () => void {
    const subscription: Listener = (message) => listener(message);
    const subscriptions = topics.get(topic);
    if (subscriptions) subscriptions.add(subscription);
    else {
      topics.set(topic, new Set([subscription]));
      connection.send(protocol.join(topic));
    }
    connection.begin();
    return () => {
      const remaining = topics.get(topic);
      if (!remaining?.delete(subscription) || remaining.size > 0) return;
      topics.delete(topic);
      connection.send(protocol.leave(topic));
      if (!isHeard()) connection.end();
    };
  }

  /** Calls the watcher at once with the current status, then at each change. @returns a function that unsubscribes */
  function onStatus(watcher: (status: SocketStatus) => void): () => void {
    watchers.add(watcher);
    watcher(connection.status());
    return () => watchers.delete(watcher);
  }

  /** Opens the connection again after it was given up or has fallen silent, if the page has listeners. */
  function retry(): void {
    if (isHeard()) connection.again();
  }

  if (typeof document !== 'undefined') followPage(connection, isHeard, retry);

  /** Closes the connection for all listeners of the page: the status is offline until `retry`. */
  const close = connection.giveUp;
  /** Returns the newest message that reports a state, if it came over the current connection. */
  const newestState = () => (connection.status() === 'open' ? state : undefined);
  const calls = { onSignedOut: signedOut.on, onReopen: reopened.on };
  return { onMessage, subscribe, onStatus, ...calls, newestState, retry, close };
}
