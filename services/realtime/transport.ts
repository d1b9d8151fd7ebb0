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

/** ms until a start says that it waits for Redis, and until it goes on without. */
const SILENCE_MS = 1_000;
const OPENING_MS = 3_000;
/** ms Redis may take to pass a message on before it goes another way. */
const PUBLISH_MS = 2_000;
/** ms between two looks at the connection. */
const LOOK_MS = 250;
/** How often who does not hear Redis says so, and how long the others remember, ms. */
const CALL_MS = 2_000;
const REMEMBER_MS = 3 * CALL_MS;
/** Begins the message of who does not hear Redis; no line of an event follows. */
const DEAF = 'deaf ';

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

/**
 * Redis, and PostgreSQL for as long as somebody does not reach it: whoever cannot publish there notifies, whoever does
 * not hear it says so over PostgreSQL, and all send both ways until it hears again. A message may come twice.
 * @param say sentences for whoever starts or runs the server
 */
export function redisTransport(url: string, postgres: Transport, say: (sentence: string) => void): Transport {
  const options = { autoReconnect: true, maxRetries: 4_294_967_295, enableOfflineQueue: false };
  // two connections: one that is subscribed refuses every other command
  const publisher = new RedisClient(url, options);
  const subscriber = new RedisClient(url, options);
  const where = `Redis at ${new URL(url).host} (REDIS_URL)`;
  const self = `${DEAF}${crypto.randomUUID()}`;
  /** Ends the calls of who does not hear Redis; undefined while it does. */
  let hush: (() => void) | undefined;
  let unheard = false;
  let bothUntil = 0;
  let stopped = false;
  let watch: ReturnType<typeof setInterval> | undefined;

  function callOut() {
    if (hush) return;
    const call = () => postgres.send(self).catch(() => {});
    const timer = setInterval(call, CALL_MS);
    timer.unref();
    hush = () => clearInterval(timer);
    unheard = true;
    void call();
  }

  /** Hears Redis from now on, and again whenever the connection comes back. Ends when it does, or we stop. */
  async function subscribe(hear: (message: string) => void, onReady: () => void) {
    let subscribed = false;
    const up = () => {
      hush?.();
      hush = undefined;
      unheard = false;
      onReady();
    };
    // the client forgets its subscription when it reconnects, but not who listens: subscribing in its own way again
    // would hear everything twice
    subscriber.onconnect = () => {
      // lost once more meanwhile: then it connects once more
      if (subscribed) subscriber.send('SUBSCRIBE', [CHANNEL]).then(up, () => {});
    };
    // a client that connects again by itself does not tell that it has lost its connection
    watch = setInterval(() => {
      if (!subscribed || subscriber.connected || hush) return;
      say(`${where} is away: events go over PostgreSQL until it is back.`);
      callOut();
    }, LOOK_MS);
    watch.unref();
    while (!stopped) {
      try {
        await Promise.all([subscriber.connect(), publisher.connect()]);
        await subscriber.subscribe(CHANNEL, hear);
        subscribed = true;
        return up();
      } catch {
        await Bun.sleep(CALL_MS);
      }
    }
  }

  async function publish(message: string): Promise<boolean> {
    if (!publisher.connected) return false;
    const sent = publisher.publish(CHANNEL, message).then(
      () => true,
      () => false,
    );
    return Promise.race([sent, Bun.sleep(PUBLISH_MS).then(() => false)]);
  }

  return {
    limit: NOTIFY_BYTES,
    async send(message) {
      const published = await publish(message);
      if (published && !hush && performance.now() > bothUntil) return;
      await postgres.send(message).catch((error: unknown) => {
        if (!published) throw error;
      });
    },
    async listen(onMessage, onReady) {
      callOut();
      const hear = (message: string) => {
        if (!message.startsWith(DEAF)) return onMessage(message);
        bothUntil = performance.now() + REMEMBER_MS;
        if (message !== self || !unheard) return;
        // from here on the others send both ways; what they sent before was missed
        unheard = false;
        onReady();
      };
      await postgres.listen(hear, onReady);
      const subscribed = subscribe(hear, onReady).then(() => true);
      const told = setTimeout(() => say(`Waiting for ${where} ...`), SILENCE_MS);
      const up = await Promise.race([subscribed, Bun.sleep(OPENING_MS).then(() => false)]);
      clearTimeout(told);
      if (up) return;
      say(`${where} does not answer: events go over PostgreSQL until it does.`);
      void subscribed.then(() => !stopped && say(`${where} answers: events go over it.`));
    },
    async stop() {
      stopped = true;
      hush?.();
      subscriber.onconnect = null;
      clearInterval(watch);
      subscriber.close();
      publisher.close();
      await postgres.stop();
    },
  };
}
