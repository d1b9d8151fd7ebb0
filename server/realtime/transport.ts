/** How events reach the other processes: PostgreSQL's NOTIFY, or Redis/Valkey where the fan-out is high. */
import { RedisClient } from 'bun';
import type { Sql } from '#db/client.ts';

export type Transport = {
  /** A message must be shorter than this, bytes. */
  limit: number;
  send(message: string): Promise<unknown>;
  /** Hears every message, its own too. @param onReady called whenever it (again) listens */
  listen(onMessage: (message: string) => void, onReady: () => void): Promise<void>;
  stop(): Promise<void>;
};

const CHANNEL = 'paperpit';

/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const NOTIFY_BYTES = 7_900;

export function postgresTransport(sql: Sql): Transport {
  let unlisten: (() => Promise<unknown>) | undefined;
  return {
    limit: NOTIFY_BYTES,
    send: (message) => sql.notify(CHANNEL, message),
    async listen(onMessage, onReady) {
      ({ unlisten } = await sql.listen(CHANNEL, onMessage, onReady));
    },
    async stop() {
      await unlisten?.().catch(() => {});
    },
  };
}

/** Two connections: one that is subscribed refuses every other command. */
export function redisTransport(url: string): Transport {
  const options = { autoReconnect: true, maxRetries: 4_294_967_295, enableOfflineQueue: false };
  const publisher = new RedisClient(url, options);
  const subscriber = new RedisClient(url, options);
  return {
    limit: 64 * 1024,
    send: (message) => publisher.publish(CHANNEL, message),
    async listen(onMessage, onReady) {
      let subscribed = false;
      // the client forgets its subscription when it reconnects, but not who listens: subscribing in its own way again
      // would hear everything twice
      subscriber.onconnect = async () => {
        if (!subscribed) return;
        await subscriber.send('SUBSCRIBE', [CHANNEL]);
        onReady();
      };
      await Promise.all([subscriber.connect(), publisher.connect()]);
      await subscriber.subscribe(CHANNEL, onMessage);
      subscribed = true;
      onReady();
    },
    async stop() {
      subscriber.onconnect = null;
      subscriber.close();
      publisher.close();
    },
  };
}
