/** Who watches what: sockets, their tickers, one upstream subscription per ticker, and what every page is told. */
import { LOCALES, type Locale } from '#core/locale/locale.ts';
import { tickerOf } from '#core/market/ticker.ts';
import type { Text } from '#framework/failure.ts';
import { type Market, type Trade, UnknownSymbolError } from '#market/market.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Say } from '../platform/say.ts';
import type { Seasons } from '../season/seasons.ts';
import type { Bus, BusEvent } from './bus.ts';
import { SocketMessage } from './messages.ts';

/** What the hub needs of a socket; Bun's ServerWebSocket has it. */
export type Wire = {
  send(text: string): unknown;
  subscribe(topic: string): void;
  unsubscribe(topic: string): void;
  ping(): unknown;
  close(code: number, reason: string): void;
};
/** What the hub needs of the server: one message to all sockets of a topic. */
export type Publisher = { publish(topic: string, text: string): unknown };

/** An open socket. `session` is the SHA-256 of its session's token, hex. */
export type Client = {
  wire: Wire;
  userId: number;
  session: string;
  /** The language its reader is told things in. */
  locale: Locale;
  /** Tickers asked for; the object tells this wish from an earlier one for the same ticker. */
  wishes: Map<string, object>;
  /** Messages taken in the second that began at `since`. */
  taken: number;
  since: number;
};

type Feed = { watchers: number; stop(): void; last: string | null; sentAt: number; timer?: Timer };
type Timer = ReturnType<typeof setTimeout>;

export const MAX_TICKERS = 10;
export const MAX_MESSAGES_PER_S = 20;
/** At most four ticks a second and ticker. */
export const TICK_MS = 250;
/** Open sockets of one user in this process: tabs. */
export const MAX_SOCKETS = 20;
const PING_MS = 20_000;
/** Between two news of the leaderboard, at least: passes follow trades more often than anybody looks. */
const TABLE_MS = 1_000;
/** Sessions end by time without anybody being told. */
export const SWEEP_MS = 5 * 60_000;
/** WebSocket close code: the policy was violated, or the session is over. */
const POLICY = 1008;
/** And ours: the user has opened more sockets since. */
const TOO_MANY = 4008;
const EVERYONE = 'all';

export type Hub = ReturnType<typeof createHub>;

export function createHub(deps: {
  market: Pick<Market, 'quote' | 'subscribe'>;
  bus: Bus;
  seasons: Pick<Seasons, 'active' | 'onChange'>;
  /** Which of these sessions (hex) are still good. */
  liveSessions: (sessions: string[]) => Promise<Set<string>>;
  say: Say;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}) {
  const { market, bus, seasons, liveSessions, say, clock, log } = deps;
  const clients = new Set<Client>();
  /** Each user's, oldest first. */
  const byUser = new Map<number, Set<Client>>();
  const feeds = new Map<string, Feed>();
  let publisher: Publisher | null = null;

  const publish = (topic: string, text: string) => publisher?.publish(topic, text);
  const status = (facts: object = {}) =>
    JSON.stringify({ type: 'competition', active: seasons.active(), ...facts });
  const refuse = (client: Client, text: Text) =>
    client.wire.send(JSON.stringify({ type: 'error', message: say(text, client.locale) }));

  /** Sends at once, or once the ticker's quarter of a second is over: then the newest, the ones between are dropped. */
  function onTrade(symbol: string, feed: Feed, trade: Trade) {
    feed.last = tick(symbol, trade.price, trade.tsMs);
    if (feed.timer) return;
    const wait = feed.sentAt + TICK_MS - performance.now();
    if (wait <= 0) send(symbol, feed);
    else feed.timer = setTimeout(() => send(symbol, feed), wait);
  }

  function send(symbol: string, feed: Feed) {
    feed.timer = undefined;
    feed.sentAt = performance.now();
    if (feed.last) publish(topicOf(symbol), feed.last);
  }

  function watch(symbol: string): Feed {
    let feed = feeds.get(symbol);
    if (!feed) {
      const made: Feed = { watchers: 0, stop: () => {}, last: null, sentAt: 0 };
      feed = made;
      feeds.set(symbol, made);
      made.stop = market.subscribe([symbol], (trade) => onTrade(symbol, made, trade));
    }
    feed.watchers++;
    return feed;
  }

  function unwatch(symbol: string) {
    const feed = feeds.get(symbol);
    if (!feed || --feed.watchers > 0) return;
    feed.stop();
    clearTimeout(feed.timer);
    feeds.delete(symbol);
  }

  async function subscribe(client: Client, symbol: string) {
    if (client.wishes.has(symbol)) return;
    if (client.wishes.size >= MAX_TICKERS)
      return refuse(client, { key: 'errors:socket.tickersMost', params: { count: MAX_TICKERS } });
    const wish = {};
    client.wishes.set(symbol, wish);
    const feed = watch(symbol);
    client.wire.subscribe(topicOf(symbol));
    if (feed.last) return client.wire.send(feed.last);
    try {
      const quote = await market.quote(symbol);
      if (client.wishes.get(symbol) === wish && quote.asOfMs !== null)
        client.wire.send(tick(symbol, quote.price, quote.asOfMs));
    } catch (error) {
      if (client.wishes.get(symbol) !== wish) return;
      if (error instanceof UnknownSymbolError) {
        unsubscribe(client, symbol);
        refuse(client, { key: 'errors:UNKNOWN_SYMBOL', params: { symbol } });
      } else refuse(client, { key: 'errors:socket.noPrices' });
    }
  }

  function unsubscribe(client: Client, symbol: string) {
    if (!client.wishes.delete(symbol)) return;
    client.wire.unsubscribe(topicOf(symbol));
    unwatch(symbol);
  }

  function tooFast(client: Client): boolean {
    const now = clock.now();
    if (now - client.since >= 1000) {
      client.since = now;
      client.taken = 0;
    }
    return ++client.taken > MAX_MESSAGES_PER_S;
  }

  /** The newest tab works; the oldest one gives way until it is looked at again. */
  function makeRoom(userId: number): Set<Client> {
    const own = byUser.get(userId) ?? new Set();
    byUser.set(userId, own);
    for (const oldest of [...own].slice(0, Math.max(0, own.size - MAX_SOCKETS + 1))) {
      oldest.wire.close(TOO_MANY, 'too many open pages');
      leave(oldest);
    }
    return own;
  }

  /** Nothing is sent to a socket that is closing; its own close event finds it gone. */
  function leave(client: Client) {
    clients.delete(client);
    const own = byUser.get(client.userId);
    if (own?.delete(client) && own.size === 0) byUser.delete(client.userId);
    for (const symbol of client.wishes.keys()) unwatch(symbol);
    client.wishes.clear();
  }

  /** Closes the sockets whose session ended while we were not told, by time or elsewhere. */
  async function sweep() {
    const live = await liveSessions([...new Set([...clients].map((client) => client.session))]);
    for (const client of clients) if (!live.has(client.session)) client.wire.close(POLICY, 'signed out');
  }

  function onEvent(event: BusEvent) {
    switch (event.type) {
      case 'tradeSuccess':
        publish(EVERYONE, JSON.stringify(event));
        break;
      case 'traded':
        publish(userTopic(event.userId), JSON.stringify({ type: 'account' }));
        break;
      case 'items':
        publish(userTopic(event.userId), JSON.stringify({ type: 'account', cause: event.cause }));
        break;
      case 'notice':
        for (const locale of LOCALES) {
          const [title, message] = [say(event.title, locale), say(event.message, locale)];
          const payload = { ...event, title, message, userId: undefined };
          publish(noticeTopic(event.userId, locale), JSON.stringify(payload));
        }
        break;
      case 'signedOut':
        for (const client of clients) {
          if (client.session === event.session) client.wire.close(POLICY, 'signed out');
        }
        break;
      case 'gap':
        sweep().catch((error) => log.warn({ err: error }, 'open sockets could not be checked'));
    }
  }

  let tableAt = Number.NEGATIVE_INFINITY;
  let tableTimer: ReturnType<typeof setTimeout> | undefined;

  const endBus = bus.subscribe(onEvent);
  const endSeasons = seasons.onChange(() => publish(EVERYONE, status()));
  const sweeps = setInterval(() => {
    sweep().catch((error) => log.warn({ err: error }, 'open sockets could not be checked'));
  }, SWEEP_MS);
  sweeps.unref();
  const pings = setInterval(() => {
    for (const client of clients) client.wire.ping();
  }, PING_MS);
  pings.unref();

  return {
    /** The server whose sockets these are; until it is known nothing is published. */
    attach(server: Publisher) {
      publisher = server;
    },

    /** This process has a new table of the leaderboard. Told at most once a second, of several the last. */
    announceTable(generation: number) {
      clearTimeout(tableTimer);
      const wait = tableAt + TABLE_MS - performance.now();
      const tell = () => {
        tableAt = performance.now();
        publish(EVERYONE, JSON.stringify({ type: 'standings', generation }));
      };
      if (wait <= 0) tell();
      else tableTimer = setTimeout(tell, wait);
    },

    /** A socket opened, its session checked. It is told at once whether a competition is on. */
    open(wire: Wire, who: Pick<Client, 'userId' | 'session' | 'locale'>): Client {
      const client: Client = { wire, ...who, wishes: new Map(), taken: 0, since: clock.now() };
      makeRoom(who.userId).add(client);
      clients.add(client);
      wire.subscribe(EVERYONE);
      wire.subscribe(userTopic(who.userId));
      wire.subscribe(noticeTopic(who.userId, who.locale));
      // a greeting says how things stand, not that anything changed
      wire.send(status({ greeting: true }));
      return client;
    },

    /** A message as it came, parsed as JSON or not at all. */
    async message(client: Client, raw: unknown): Promise<void> {
      if (tooFast(client)) return client.wire.close(POLICY, 'too many messages');
      const parsed = SocketMessage.safeParse(raw);
      const symbol = parsed.success ? tickerOf(parsed.data.ticker) : null;
      if (!parsed.success) refuse(client, { key: 'errors:socket.socketMessage' });
      else if (!symbol) refuse(client, { key: 'errors:socket.unknownTicker' });
      else if (parsed.data.action === 'subscribe') await subscribe(client, symbol);
      else unsubscribe(client, symbol);
    },

    /** A slow reader caught up: what it missed is stale, so it gets the newest of everything it watches. */
    drained(client: Client) {
      client.wire.send(status());
      for (const symbol of client.wishes.keys()) {
        const last = feeds.get(symbol)?.last;
        if (last) client.wire.send(last);
      }
    },

    close: leave,

    sweep,

    /** For the health page and tests. */
    counts: () => ({ sockets: clients.size, feeds: feeds.size }),

    stop() {
      clearTimeout(tableTimer);
      clearInterval(pings);
      clearInterval(sweeps);
      endBus();
      endSeasons();
      for (const client of clients) client.wire.close(1001, 'the server is stopping');
      for (const feed of feeds.values()) {
        feed.stop();
        clearTimeout(feed.timer);
      }
      feeds.clear();
    },
  };
}

const topicOf = (symbol: string) => `t:${symbol}`;
const noticeTopic = (userId: number, locale: Locale) => `n:${userId}:${locale}`;
const userTopic = (userId: number) => `u:${userId}`;

/** @param price decimal string @param time epoch ms */
const tick = (ticker: string, price: string, time: number) =>
  JSON.stringify({ ticker, trade: { price: Number(price), time } });
