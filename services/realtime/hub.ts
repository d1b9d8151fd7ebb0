import type { ChainHead } from '#core/season/chain.ts';
import type { Market, Trade } from '#market/market.ts';
import type { Sessions } from '../account/sessions.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { SayText } from '../platform/say.ts';
import type { Settings } from '../platform/settings.ts';
import type { Seasons } from '../season/seasons.ts';
import type { Bus } from './bus.ts';
import {
  type Client,
  createClients,
  createPings,
  createSessionWatch,
  EVERYONE,
  noticeTopic,
  tickerTopic,
  userTopic,
  WATCHERS,
  type Wire,
  write,
} from './clients.ts';
import { createFeeds } from './feeds.ts';
import {
  createGapNews,
  createProfits,
  createTableNews,
  eventHandler,
  type Publish,
  type StandingNow,
  tellStanding,
} from './news.ts';
import { createSubscriptions } from './subscriptions.ts';

/** The method of the server that the hub needs: sends a message to all sockets of a topic. */
export type Publisher = { publish(topic: string, text: string): unknown };

type Deps = {
  market: Pick<Market, 'quote' | 'subscribe'>;
  bus: Bus;
  seasons: Pick<Seasons, 'active' | 'frozenSince' | 'onChange'>;
  sessions: Pick<Sessions, 'live' | 'see'>;
  say: SayText;
  clock: Clock;
  settings: Pick<Settings, 'profitToastMinPercent'>;
  log: Pick<Log, 'warn'>;
  leaderboard: StandingNow;
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
    /** Sets the server that owns the sockets. The hub drops messages from before this call. */
    attach(server: Publisher) {
      publisher = server;
    },

    announceTable: table.announce,
    announceHead: (head: ChainHead) => publish(WATCHERS, write({ type: 'chain', ...head })),

    /** Announces the best profits of the current window at once, without waiting for its timer. Only tests call it. */
    announceProfits: profits.announce,

    /** Adds a socket, whose session the caller has checked. Its first message says whether a season is active. */
    open(wire: Wire, who: Pick<Client, 'userId' | 'session' | 'locale'>): Client {
      const counts = { unanswered: 0, taken: 0, since: clock.now() };
      const client: Client = { wire, ...who, subscriptions: new Map(), ...counts };
      clients.add(client);
      wire.subscribe(EVERYONE);
      wire.subscribe(userTopic(who.userId));
      wire.subscribe(noticeTopic(who.userId, who.locale));
      // a greeting reports the state instead of a change
      wire.send(status({ greeting: true }));
      return client;
    },

    message: subscriptions.message,
    answered: pings.answered,

    /**
     * Sends a client the season's status and the newest prices of its subscriptions, because it missed messages while
     * its queue was full.
     */
    drained(client: Client) {
      client.wire.send(status());
      for (const symbol of client.subscriptions.keys()) {
        const last = feeds.last(symbol);
        if (last) client.wire.send(last);
      }
    },

    close: clients.leave,

    sweep: watch.sweep,

    counts: () => ({ sockets: clients.all.size, feeds: feeds.count() }),

    /** @param code close code of the sockets: 1001 when the server stops, 1012 when it restarts */
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
