/** The open sockets of this process and what they are told. */
import type { OwnStanding } from '#core/leaderboard/standing.ts';
import { formatCents } from '#core/locale/format.ts';
import { LOCALES } from '#core/locale/locale.ts';
import type { ChainHead } from '#core/season/chain.ts';
import type { Market, Trade } from '#market/market.ts';
import type { Sessions } from '../account/sessions.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { SayText } from '../platform/say.ts';
import type { Settings } from '../platform/settings.ts';
import type { Seasons } from '../season/seasons.ts';
import type { Bus, BusEvent } from './bus.ts';
import {
  type Client,
  EVERYONE,
  noticeTopic,
  POLICY,
  TOO_MANY,
  tickerTopic,
  userTopic,
  WATCHERS,
  type Wire,
  write,
} from './client.ts';
import { createFeeds } from './feeds.ts';
import { createProfits } from './profits.ts';
import { createSubscriptions } from './subscriptions.ts';

/** What the hub needs of the server: one message to all sockets of a topic. */
export type Publisher = { publish(topic: string, text: string): unknown };

/** Open sockets of one user in this process: tabs. */
export const MAX_SOCKETS = 20;
export const PING_MS = 20_000;
/** Pings a page may leave unanswered: a minute. */
export const MOST_UNANSWERED = 3;
/** Between two news of the leaderboard, at least: passes follow trades more often than anybody looks. */
const TABLE_MS = 1_000;
/** Sessions end by time without anybody being told. */
export const SWEEP_MS = 5 * 60_000;
/** Over so long pages that may have missed something read again: all at one moment would be a crowd. */
export const GAP_SPREAD_MS = 5_000;
type Publish = (topic: string, text: string) => void;

type Deps = {
  market: Pick<Market, 'quote' | 'subscribe'>;
  bus: Bus;
  seasons: Pick<Seasons, 'active' | 'onChange'>;
  sessions: Pick<Sessions, 'live' | 'see'>;
  say: SayText;
  clock: Clock;
  settings: Pick<Settings, 'profitToastMinPercent'>;
  log: Pick<Log, 'warn'>;
  /** Value and place of a user by the newest ranking. */
  leaderboard: { standingNow(userId: number): Pick<OwnStanding, 'equity' | 'place'> | null };
  /** Told of every trade of a watched ticker. */
  onTick?: (trade: Trade) => void;
};

export type Hub = ReturnType<typeof createHub>;

export function createHub(deps: Deps) {
  const { seasons, clock } = deps;
  let publisher: Publisher | null = null;
  const publish: Publish = (topic, text) => publisher?.publish(topic, text);
  const status = (facts: { greeting?: true } = {}) =>
    write({ type: 'competition', active: seasons.active(), ...facts });
  const feeds = createFeeds(deps.market, (symbol, text) => publish(tickerTopic(symbol), text), deps.onTick);
  const subscriptions = createSubscriptions({ ...deps, feeds });
  const clients = createClients(subscriptions.end);
  const watch = createSessionWatch(deps, clients.all);
  const tellStandings = () => {
    for (const client of clients.all) tellStanding(client, deps);
  };
  const table = createTableNews(publish, tellStandings);
  const profits = createProfits(clients.all, deps.settings.profitToastMinPercent);
  const gaps = createGapNews(clients.all);
  const endBus = deps.bus.subscribe(eventHandler({ ...deps, publish, watch, profits, gaps }));
  const endSeasons = seasons.onChange(() => publish(EVERYONE, status()));
  const pings = createPings(clients.all);

  return {
    /** The server whose sockets these are; until it is known nothing is published. */
    attach(server: Publisher) {
      publisher = server;
    },

    announceTable: table.announce,
    /** The chain of the season goes on. */
    announceHead: (head: ChainHead) => publish(WATCHERS, write({ type: 'chain', ...head })),

    /** Ends the running window of others' profits, as its timer does. */
    announceProfits: profits.announce,

    /** A socket opened, its session checked. It is told at once whether a competition is on. */
    open(wire: Wire, who: Pick<Client, 'userId' | 'session' | 'locale'>): Client {
      const counts = { unanswered: 0, taken: 0, since: clock.now() };
      const client: Client = { wire, ...who, subscriptions: new Map(), ...counts };
      clients.add(client);
      wire.subscribe(EVERYONE);
      wire.subscribe(userTopic(who.userId));
      wire.subscribe(noticeTopic(who.userId, who.locale));
      // a greeting says how things stand, not that anything changed
      wire.send(status({ greeting: true }));
      return client;
    },

    message: subscriptions.message,
    answered: pings.answered,

    /** A slow reader caught up: what it missed is stale, so it gets the newest of everything it watches. */
    drained(client: Client) {
      client.wire.send(status());
      for (const symbol of client.subscriptions.keys()) {
        const last = feeds.last(symbol);
        if (last) client.wire.send(last);
      }
    },

    close: clients.leave,

    sweep: watch.sweep,

    /** For the metrics and tests. */
    counts: () => ({ sockets: clients.all.size, feeds: feeds.count() }),

    /** @param code why the sockets are closed: 1001 the server goes, 1012 it restarts */
    stop(code: 1001 | 1012 = 1001) {
      table.stop();
      profits.stop();
      pings.stop();
      watch.stop();
      gaps.stop();
      endBus();
      endSeasons();
      for (const client of clients.all) client.wire.close(code, 'the server is stopping');
      feeds.stop();
    },
  };
}

/** Pings all pages. One that is gone or reads nothing holds what it was sent: after a minute without an answer it is cut off. */
function createPings(clients: ReadonlySet<Client>) {
  const ping = (client: Client) => {
    if (client.unanswered >= MOST_UNANSWERED) return void client.wire.terminate();
    client.unanswered++;
    client.wire.ping();
  };
  const timer = setInterval(() => clients.forEach(ping), PING_MS);
  timer.unref();
  return {
    /** A ping was answered. */
    answered(client: Client): void {
      client.unanswered = 0;
    },
    stop: () => clearInterval(timer),
  };
}

/** The open sockets, of a user at most MAX_SOCKETS. @param onLeave ends what a client watches */
function createClients(onLeave: (client: Client) => void) {
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
function createSessionWatch({ sessions, log }: Deps, clients: ReadonlySet<Client>) {
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
  const timer = setInterval(sweepSoon, SWEEP_MS);
  timer.unref();
  return {
    sweep,
    sweepSoon,
    end: (ended: string) => close((session) => session === ended),
    stop: () => clearInterval(timer),
  };
}

/** Tells every page to read its account again when news of other processes may have been missed. */
function createGapNews(clients: ReadonlySet<Client>) {
  const timers = new Map<Client, ReturnType<typeof setTimeout>>();
  const text = write({ type: 'account' });
  const tell = (client: Client) => {
    timers.delete(client);
    if (clients.has(client)) client.wire.send(text);
  };
  return {
    announce() {
      for (const client of clients) {
        if (timers.has(client)) continue;
        const timer = setTimeout(tell, Math.random() * GAP_SPREAD_MS, client);
        timer.unref();
        timers.set(client, timer);
      }
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** What sockets hear of an event of the bus. */
function eventHandler({
  publish,
  say,
  watch,
  profits,
  gaps,
}: Pick<Deps, 'say'> & {
  publish: Publish;
  watch: ReturnType<typeof createSessionWatch>;
  profits: ReturnType<typeof createProfits>;
  gaps: ReturnType<typeof createGapNews>;
}) {
  const announceAccount = (userId: number, cause?: string) =>
    publish(userTopic(userId), write({ type: 'account', cause }));
  const handlers: { [Type in BusEvent['type']]?: (event: Extract<BusEvent, { type: Type }>) => void } = {
    tradeSuccess: profits.add,
    traded: ({ userId }) => announceAccount(userId),
    order: ({ userId, event, order }) => publish(userTopic(userId), write({ type: 'order', event, order })),
    items: ({ userId, cause }) => announceAccount(userId, cause),
    notice(event) {
      for (const locale of LOCALES) {
        const [title, message] = [say(event.title, locale), say(event.message, locale)];
        const payload = { ...event, title, message, userId: undefined };
        publish(noticeTopic(event.userId, locale), write(payload));
      }
    },
    signedOut: ({ session }) => watch.end(session),
    gap() {
      watch.sweepSoon();
      gaps.announce();
    },
  };
  return (event: BusEvent): void =>
    (handlers[event.type] as ((event: BusEvent) => void) | undefined)?.(event);
}

/** Tells a socket where its user stands, when that is not what it was told last. */
function tellStanding(client: Client, { leaderboard, say }: Pick<Deps, 'leaderboard' | 'say'>): void {
  const standing = leaderboard.standingNow(client.userId);
  if (!standing) return;
  const { equity, place } = standing;
  const key = `${equity} ${place}`;
  if (client.standing === key) return;
  client.standing = key;
  const text = place === null ? null : say({ key: 'trader:place', params: { place } }, client.locale);
  client.wire.send(write({ type: 'standing', equity: formatCents(equity), place: text }));
}

function createTableNews(publish: Publish, tellStandings: () => void) {
  let announcedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** This process has a new table of the leaderboard: sent at most once a second, of several the last. */
    announce(generation: number) {
      clearTimeout(timer);
      const wait = announcedAt + TABLE_MS - performance.now();
      const announce = () => {
        announcedAt = performance.now();
        publish(EVERYONE, write({ type: 'standings', generation }));
        tellStandings();
      };
      if (wait <= 0) announce();
      else timer = setTimeout(announce, wait);
    },
    stop: () => clearTimeout(timer),
  };
}
