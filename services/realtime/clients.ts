/** The open sockets of this process: limits, pings, topics and sessions. */
import { ALIVE_MS, type ServerMessage } from '#core/contract/events.ts';
import type { Locale } from '#core/locale/locale.ts';
import type { Sessions } from '../account/sessions.ts';
import type { Log } from '../platform/log.ts';

/** The methods of Bun's ServerWebSocket that a client needs. */
export type Wire = {
  send(text: string): unknown;
  subscribe(topic: string): void;
  unsubscribe(topic: string): void;
  ping(): unknown;
  close(code: number, reason: string): void;
  /** Closes at once and drops queued messages. */
  terminate(): void;
};
/** `session`: SHA-256 of the session's token, hex. */
export type Client = {
  wire: Wire;
  userId: number;
  session: string;
  locale: Locale;
  /** By ticker. The object distinguishes a subscription from an earlier one to the same ticker. */
  subscriptions: Map<string, object>;
  standing?: string;
  unanswered: number;
  /** Messages received in the second that began at `since`. */
  taken: number;
  /** Epoch ms. */
  since: number;
};

export const write = (message: ServerMessage): string => JSON.stringify(message);

export const EVERYONE = 'all';
/** Topic of every socket that subscribes to any ticker. */
export const WATCHERS = 'w';
export const tickerTopic = (symbol: string) => `t:${symbol}`;
export const noticeTopic = (userId: number, locale: Locale) => `n:${userId}:${locale}`;
export const userTopic = (userId: number) => `u:${userId}`;

/** WebSocket close code: policy violated, or session over. */
export const POLICY = 1008;
/** The site's close code: the user has opened MAX_SOCKETS newer sockets. */
const TOO_MANY = 4008;

/** Most open sockets (tabs) of one user in this process. */
export const MAX_SOCKETS = 20;
const ALIVE = write({ type: 'alive' });
/** Most unanswered pings, about a minute of them. */
export const MOST_UNANSWERED = 3;
/** Interval of session checks, ms. Only a check notices an expired session, which sends no event. */
export const SWEEP_MS = 5 * 60_000;

/**
 * Pings all clients at an interval. A client that answers nothing for a minute is closed, because its queued messages
 * take memory.
 */
export function createPings(clients: ReadonlySet<Client>) {
  const ping = (client: Client) => {
    if (client.unanswered >= MOST_UNANSWERED) return void client.wire.terminate();
    client.unanswered++;
    client.wire.ping();
    // scripts see messages but no pings
    client.wire.send(ALIVE);
  };
  const timer = setInterval(() => clients.forEach(ping), ALIVE_MS).unref();
  return {
    answered(client: Client): void {
      client.unanswered = 0;
    },
    stop: () => clearInterval(timer),
  };
}

export function createClients(onLeave: (client: Client) => void) {
  const all = new Set<Client>();
  /** Sockets by user, oldest first. */
  const byUser = new Map<number, Set<Client>>();

  /** Removes a client at once: it gets no more messages, and its close event changes nothing. */
  function leave(client: Client) {
    all.delete(client);
    const clients = byUser.get(client.userId);
    if (clients?.delete(client) && clients.size === 0) byUser.delete(client.userId);
    onLeave(client);
  }

  return {
    all: all as ReadonlySet<Client>,
    leave,
    /** Adds a client. Beyond MAX_SOCKETS the oldest is closed; it reconnects when its page is visible again. */
    add(client: Client) {
      const clients = byUser.get(client.userId) ?? new Set();
      for (const oldest of [...clients].slice(0, Math.max(0, clients.size - MAX_SOCKETS + 1))) {
        oldest.wire.close(TOO_MANY, 'too many open pages');
        leave(oldest);
      }
      byUser.set(client.userId, clients.add(client));
      all.add(client);
    },
  };
}

/** Closes sockets whose session has ended, and records which pages are visible (hidden pages have no subscriptions). */
export function createSessionWatch(
  { sessions, log }: { sessions: Pick<Sessions, 'live' | 'see'>; log: Pick<Log, 'warn'> },
  clients: ReadonlySet<Client>,
) {
  const close = (isOver: (client: Client) => boolean, reason = 'signed out') => {
    for (const client of clients) if (isOver(client)) client.wire.close(POLICY, reason);
  };
  /** Closes sockets whose session ended without an event in this process. */
  async function sweep() {
    const live = await sessions.live([...new Set([...clients].map((client) => client.session))]);
    close(({ session }) => !live.has(session));
    const looking = [...clients].filter(({ subscriptions }) => subscriptions.size > 0);
    await sessions.see([...new Set(looking.map((client) => client.session))]);
  }
  const sweepSoon = () => {
    sweep().catch((error) => log.warn({ err: error }, 'open sockets could not be checked'));
  };
  const timer = setInterval(sweepSoon, SWEEP_MS).unref();
  return {
    sweep,
    sweepSoon,
    end: (ended: string) => close(({ session }) => session === ended),
    /** Closes all sockets of a user whose rights changed. Their pages reconnect with the new rights. */
    endUser: (id: number) => close(({ userId }) => userId === id, 'the role changed'),
    stop: () => clearInterval(timer),
  };
}
