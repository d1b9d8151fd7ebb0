/** Events over Redis or Valkey, and over PostgreSQL for as long as somebody does not reach it. */
import { RedisClient } from 'bun';
import { CHANNEL, NOTIFY_BYTES, type Transport } from './transport.ts';

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
  const calls = createCalls(() => postgres.send(self).catch(() => {}));
  let bothUntil = 0;
  let stopped = false;
  let watch: ReturnType<typeof setInterval> | undefined;

  /** Hears Redis from now on, and again whenever the connection comes back. Ends when it does, or we stop. */
  async function subscribe(hear: (message: string) => void, onReady: () => void) {
    let subscribed = false;
    const up = () => {
      calls.end();
      onReady();
    };
    // the client forgets its subscription when it reconnects, but not who listens: subscribing in its own way again
    // would hear everything twice
    // refused, the others are told so, and the next look tries again
    const refused = () => void (stopped || calls.begin());
    const again = () => subscriber.send('SUBSCRIBE', [CHANNEL]).then(up, refused);
    subscriber.onconnect = () => void (subscribed && again());
    // a client that connects again by itself does not tell that it has lost its connection
    watch = setInterval(() => {
      if (subscribed && subscriber.connected && calls.isCalling()) return void again();
      if (!subscribed || subscriber.connected || calls.isCalling()) return;
      say(`${where} is away: events go over PostgreSQL until it is back.`);
      calls.begin();
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
        // from here on the others send both ways; what they sent before was missed
        onReady();
      };
      await postgres.listen(hear, onReady);
      const subscribed = subscribe(hear, onReady).then(() => true);
      const notice = setTimeout(() => say(`Waiting for ${where} ...`), SILENCE_MS);
      const up = await Promise.race([subscribed, Bun.sleep(OPENING_MS).then(() => false)]);
      clearTimeout(notice);
      if (up) return;
      say(`${where} does not answer: events go over PostgreSQL until it does.`);
      void subscribed.then(() => !stopped && say(`${where} answers: events go over it.`));
    },
    async stop() {
      stopped = true;
      calls.end();
      subscriber.onconnect = null;
      clearInterval(watch);
      subscriber.close();
      publisher.close();
      await postgres.stop();
    },
  };
}

/** @returns whether Redis took it in time */
async function publish(publisher: RedisClient, message: string): Promise<boolean> {
  if (!publisher.connected) return false;
  const sent = publisher.publish(CHANNEL, message).then(
    () => true,
    () => false,
  );
  return Promise.race([sent, Bun.sleep(PUBLISH_MS).then(() => false)]);
}

/** The calls of a process that does not hear Redis: until it does, the others send both ways. */
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
    /** Whether a call that came back is the first of them. */
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
