/** The open sockets of this process: how many a user has, who answers no more, whose session is over. */

import { ALIVE_MS, type ServerMessage } from '#core/contract/events.ts';
import type { Locale } from '#core/locale/locale.ts';
import type { Sessions } from '../account/sessions.ts';
import type { Log } from '../platform/log.ts';

/** An open socket of a page, and the topics it hears. */

/** What a client needs of a socket; Bun's ServerWebSocket has it. */
export type Wire = {
  send(text: string): unknown;
  subscribe(topic: string): void;
  unsubscribe(topic: string): void;
  ping(): unknown;
  close(code: number, reason: string): void;
  /** At once, whatever is still on its way. */
  terminate(): void;
};
/** An open socket. `session` is the SHA-256 of its session's token, hex. */
export type Client = {
  wire: Wire;
  userId: number;
  session: string;
  /** The language of its messages. */
  locale: Locale;
  /** Tickers it watches; the object tells this subscription from an earlier one to the same ticker. */
  subscriptions: Map<string, object>;
  /** The user's standing of the last message. */
  standing?: string;
  /** Pings since it said anything. */
  unanswered: number;
  /** Messages taken in the second that began at `since`. */
  taken: number;
  since: number;
};

/** A message as it is sent. */
export const write = (message: ServerMessage): string => JSON.stringify(message);

export const EVERYONE = 'all';
/** Who watches a ticker. */
export const WATCHERS = 'w';
export const tickerTopic = (symbol: string) => `t:${symbol}`;
export const noticeTopic = (userId: number, locale: Locale) => `n:${userId}:${locale}`;
export const userTopic = (userId: number) => `u:${userId}`;

/** WebSocket close codes: the policy was violated, or the session is over. */
export const POLICY = 1008;
/** And ours: the user has opened more sockets since. */
const TOO_MANY = 4008;

/** Open sockets of one user in this process: tabs. */
export const MAX_SOCKETS = 20;
const ALIVE = write({ type: 'alive' });
/** Pings a page may leave unanswered: a minute. */
export const MOST_UNANSWERED = 3;
/** Sessions that expire send no event. */
export const SWEEP_MS = 5 * 60_000;

/** Pings all pages. One that is gone or reads nothing holds what it was sent: after a minute without an answer it is cut off. */
export function createPings(clients: ReadonlySet<Client>) {
  const ping = (client: Client) => {
    if (client.unanswered >= MOST_UNANSWERED) return void client.wire.terminate();
    client.unanswered++;
    client.wire.ping();
    // scripts hear no ping
    client.wire.send(ALIVE);
  };
  const timer = setInterval(() => clients.forEach(ping), ALIVE_MS).unref();
  return {
    /** A ping was answered. */
    answered(client: Client): void {
      client.unanswered = 0;
    },
    stop: () => clearInterval(timer),
  };
}

/** The open sockets, of a user at most MAX_SOCKETS. @param onLeave ends what a client watches */
export function createClients(onLeave: (client: Client) => void) {
  const all = new Set<Client>();
  /** Each user's, oldest first. */
  const byUser = new Map<number, Set<Client>>();

  /** Nothing is sent to a socket that is closing; its own close event finds it gone. */
  function leave(client: Client) {
    all.delete(client);
    const own = byUser.get(client.userId);
    if (own?.delete(client) && own.size === 0) byUser.delete(client.userId);
    onLeave(client);
  }

  return {
    all: all as ReadonlySet<Client>,
    leave,
    /** The newest tab works; the oldest one gives way until it is looked at again. */
    add(client: Client) {
      const own = byUser.get(client.userId) ?? new Set();
      for (const oldest of [...own].slice(0, Math.max(0, own.size - MAX_SOCKETS + 1))) {
        oldest.wire.close(TOO_MANY, 'too many open pages');
        leave(oldest);
      }
      byUser.set(client.userId, own.add(client));
      all.add(client);
    },
  };
}

/** Closes the sockets whose session has ended, and notes whose pages are looked at: a hidden tab watches no price. */
export function createSessionWatch(
  { sessions, log }: { sessions: Pick<Sessions, 'live' | 'see'>; log: Pick<Log, 'warn'> },
  clients: ReadonlySet<Client>,
) {
  const close = (isOver: (session: string) => boolean) => {
    for (const client of clients) if (isOver(client.session)) client.wire.close(POLICY, 'signed out');
  };
  /** Those that ended without a message to this process, by time or elsewhere. */
  async function sweep() {
    const live = await sessions.live([...new Set([...clients].map((client) => client.session))]);
    close((session) => !live.has(session));
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
    end: (ended: string) => close((session) => session === ended),
    stop: () => clearInterval(timer),
  };
}
