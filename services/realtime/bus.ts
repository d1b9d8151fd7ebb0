/**
 * The bus delivers events to listeners of this process at once, and sends them to other processes in batches, 50 ms
 * later. Events are not stored. A listener that must be exact reads the database, and reads it again on `gap`, which
 * says that events may be missing.
 */
import type { NotificationTopic } from '#core/account/notifications.ts';
import type { WireOrder } from '#core/contract/orders.ts';
import type { EventKind } from '#core/orders/order.ts';
import type { Profit } from '#core/progress/profit-news.ts';
import type { Sql } from '#db/client.ts';
import type { Text } from '#framework/failure.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import { redisTransport } from './redis-transport.ts';
import { pollingTransport, postgresTransport, type TransportState } from './transport.ts';

/** A notification for one user: a toast on their open pages, and a row of /notifications. */
export type Notice = {
  type: 'notice';
  userId: number;
  topic: NotificationTopic;
  kind: 'success' | 'error';
  title: Text;
  message: Text;
  /** True when the event's transaction has stored the row. The bus stores all others. */
  isStored?: true;
};

export type BusEvent =
  /** A trade closed at a profit; losses are never published. */
  | ({ type: 'tradeSuccess' } & Profit)
  /** A user's cash or positions changed. */
  | { type: 'traded'; userId: number }
  /** A user bought, put on or took off an item. `cause`: the request's Idempotency-Key. */
  | { type: 'items'; userId: number; cause?: string }
  | Notice
  | { type: 'notifications-read'; userId: number }
  | { type: 'order'; userId: number; event: EventKind; order: WireOrder }
  /** The newest season changed. Listeners read it again. */
  | { type: 'season' }
  /** The database has a new tape seed, which takes effect shortly. */
  | { type: 'seed-periods' }
  /** A session ended before it expired. `session`: SHA-256 of its token, hex. */
  | { type: 'signedOut'; session: string }
  /** A user's role changed: trader, moderator, admin or community member. */
  | { type: 'role'; userId: number }
  | { type: 'standings'; generation: number }
  /** Events of other processes may be missing. */
  | { type: 'gap' };

export type Bus = {
  publish(event: Exclude<BusEvent, { type: 'gap' }>): void;
  /** @returns a function that unsubscribes */
  subscribe(listener: (event: BusEvent) => void): () => void;
  /** Starts to receive events of other processes. */
  start(): Promise<void>;
  stop(): Promise<void>;
  state(): TransportState;
};

const BATCH_MS = 50;
/** Pause after events that could not be sent, ms. */
const RETRY_MS = 1_000;
const GAP = JSON.stringify({ type: 'gap' } satisfies BusEvent);

/** Number of messages remembered to drop repeats: a message may arrive over both Redis and PostgreSQL. */
const REMEMBERED = 1_000;

/** @param deps.redisUrl carries the events instead of the database while all processes reach it */
export function createBus(deps: {
  sql: Sql;
  log: Pick<Log, 'warn'>;
  redisUrl?: string;
  databasePool?: Settings['databasePool'];
}): Bus {
  const { sql, log, redisUrl, databasePool } = deps;
  const postgres = databasePool === 'transaction' ? pollingTransport() : postgresTransport(sql);
  const transport = redisUrl
    ? redisTransport(redisUrl, postgres, (sentence) => log.warn({}, sentence))
    : postgres;
  const self = crypto.randomUUID().slice(0, 8);
  const listeners = new Set<(event: BusEvent) => void>();
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isListening = false;
  let sent = 0;
  const heard = new Set<string>();

  function deliver(event: BusEvent) {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log.warn({ err: error, event: event.type }, 'a listener of the bus failed');
      }
    }
  }

  async function flush() {
    timer = undefined;
    const events = waiting;
    waiting = [];
    try {
      for (const payload of payloads(self, events, transport.limit)) {
        await transport.send(`${++sent}:${payload}`);
      }
    } catch (error) {
      log.warn({ err: error, events: events.length }, 'events could not be sent to the other processes');
      if (!isListening) return;
      waiting.unshift(GAP);
      timer ??= setTimeout(flush, RETRY_MS);
    }
  }

  function receive(payload: string) {
    const [head = '', ...events] = payload.split('\n');
    if (head.endsWith(`:${self}`) || heard.has(head)) return;
    heard.add(head);
    if (heard.size > REMEMBERED) for (const oldest of heard.values().take(1)) heard.delete(oldest);
    for (const event of events) deliver(JSON.parse(event) as BusEvent);
  }

  return {
    state: transport.state,
    publish(event) {
      deliver(event);
      if (!isListening) return;
      waiting.push(JSON.stringify(event));
      timer ??= setTimeout(flush, BATCH_MS);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      isListening = true;
      let isStarted = false;
      await transport.listen(receive, () => {
        if (isStarted) deliver({ type: 'gap' });
      });
      isStarted = true;
    },
    async stop() {
      clearTimeout(timer);
      isListening = false;
      if (waiting.length > 0) await flush();
      await transport.stop();
    },
  };
}

/**
 * Packs events into few messages; the first line of each names the sender.
 * @param limit bytes; a larger event gets a message of its own
 */
export function payloads(self: string, events: readonly string[], limit: number): string[] {
  const packed: string[] = [];
  let current = self;
  let size = Buffer.byteLength(self);
  for (const event of events) {
    const bytes = Buffer.byteLength(event) + 1;
    if (size + bytes > limit && current !== self) {
      packed.push(current);
      current = self;
      size = Buffer.byteLength(self);
    }
    current += `\n${event}`;
    size += bytes;
  }
  if (current !== self) packed.push(current);
  return packed;
}
