/** Carries events over Redis or Valkey, and over PostgreSQL too while a process has no connection to Redis. */
import { RedisClient } from 'bun';
import { CHANNEL, NOTIFY_BYTES, type Transport } from './transport.ts';

/** A starting process reports after SILENCE_MS that it waits for Redis, and continues without it after OPENING_MS. */
const SILENCE_MS = 1_000;
const OPENING_MS = 3_000;
/** Time limit of a publish on Redis, ms. PostgreSQL carries a message that exceeds it. */
const PUBLISH_MS = 2_000;
/** Interval of connection checks, ms. */
const LOOK_MS = 250;
/** A process without Redis calls the others at this interval, ms. Each of them remembers a call for REMEMBER_MS. */
const CALL_MS = 2_000;
const REMEMBER_MS = 3 * CALL_MS;
/** Prefix of a call, by which a process without Redis asks the others to use PostgreSQL too. It carries no event. */
const DEAF = 'deaf ';

/**
 * Creates a transport over Redis that falls back to PostgreSQL. A process that cannot publish on Redis sends over
 * PostgreSQL. A process that receives nothing from Redis calls the others over PostgreSQL, which send every message
 * over both until the calls stop. A message may arrive twice.
 * @param say receives sentences for the operator
 */
export function redisTransport(url: string, postgres: Transport, say: (sentence: string) => void): Transport {
  const options = { autoReconnect: true, maxRetries: 4_294_967_295, enableOfflineQueue: false };
  // two connections, because a subscribed one refuses every other command
  const publisher = new RedisClient(url, options);
  const subscriber = new RedisClient(url, options);
  const where = `Redis at ${new URL(url).host} (REDIS_URL)`;
  const self = `${DEAF}${crypto.randomUUID()}`;
  const calls = createCalls(() => postgres.send(self).catch(() => {}));
  let bothUntil = 0;
  let isStopped = false;
  let watch: ReturnType<typeof setInterval> | undefined;

  /** Subscribes to Redis, and again after each reconnection. Resolves when subscribed or stopped. */
  async function subscribe(hear: (message: string) => void, onReady: () => void) {
    let isSubscribed = false;
    const up = () => {
      calls.end();
      onReady();
    };
    // A client that reconnected has lost its subscription, but still has its listener: `subscribe` would add a second
    // listener. When Redis refuses the command, this process begins to call the others, and the next check tries again.
    const again = () =>
      subscriber.send('SUBSCRIBE', [CHANNEL]).then(up, () => (isStopped ? undefined : calls.begin()));
    subscriber.onconnect = () => (isSubscribed ? again() : undefined);
    // the client reconnects by itself without reporting a lost connection
    watch = setInterval(() => {
      if (isSubscribed && subscriber.connected && calls.isCalling()) return void again();
      if (!isSubscribed || subscriber.connected || calls.isCalling()) return;
      say(`${where} is away: events go over PostgreSQL until it is back.`);
      calls.begin();
    }, LOOK_MS);
    watch.unref();
    while (!isStopped) {
      try {
        await Promise.all([subscriber.connect(), publisher.connect()]);
        await subscriber.subscribe(CHANNEL, hear);
        isSubscribed = true;
        return up();
      } catch {
        await Bun.sleep(CALL_MS);
      }
    }
  }

  return {
    limit: NOTIFY_BYTES,
    state: () => ({ ok: !calls.isCalling(), says: calls.isCalling() ? 'redis is away' : 'redis' }),
    async send(message) {
      const published = await publish(publisher, message);
      if (published && !calls.isCalling() && performance.now() > bothUntil) return;
      await postgres.send(message).catch((error: unknown) => {
        if (!published) throw error;
      });
    },
    async listen(onMessage, onReady) {
      calls.begin();
      const hear = (message: string) => {
        if (!message.startsWith(DEAF)) return onMessage(message);
        bothUntil = performance.now() + REMEMBER_MS;
        if (message !== self || !calls.isFirstHeard()) return;
        // This process hears its own call: the others hear it too, and send over both from now on. Earlier messages may
        // be missing.
        onReady();
      };
      await postgres.listen(hear, onReady);
      const subscribed = subscribe(hear, onReady).then(() => true);
      const notice = setTimeout(() => say(`Waiting for ${where} ...`), SILENCE_MS);
      const up = await Promise.race([subscribed, Bun.sleep(OPENING_MS).then(() => false)]);
      clearTimeout(notice);
      if (up) return;
      say(`${where} does not answer: events go over PostgreSQL until it does.`);
      void subscribed.then(() => !isStopped && say(`${where} answers: events go over it.`));
    },
    async stop() {
      isStopped = true;
      calls.end();
      subscriber.onconnect = null;
      clearInterval(watch);
      subscriber.close();
      publisher.close();
      await postgres.stop();
    },
  };
}

/** @returns true when Redis took it in time */
async function publish(publisher: RedisClient, message: string): Promise<boolean> {
  if (!publisher.connected) return false;
  const sent = publisher.publish(CHANNEL, message).then(
    () => true,
    () => false,
  );
  return Promise.race([sent, Bun.sleep(PUBLISH_MS).then(() => false)]);
}

function createCalls(call: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined;
  let isUnheard = false;
  return {
    isCalling: () => timer !== undefined,
    begin() {
      if (timer) return;
      timer = setInterval(call, CALL_MS).unref();
      isUnheard = true;
      call();
    },
    /** True for the first call that this process hears from itself since it began to call. */
    isFirstHeard() {
      const isFirst = isUnheard;
      isUnheard = false;
      return isFirst;
    },
    end() {
      clearInterval(timer);
      timer = undefined;
      isUnheard = false;
    },
  };
}
