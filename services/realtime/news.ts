/** The messages to open sockets, and how often each is sent. */

import type { RowFigures } from '#core/leaderboard/row.ts';
import { formatCents } from '#core/locale/format.ts';
import { LOCALES } from '#core/locale/locale.ts';
import { PROFIT_WINDOW_MS, type Profit, profitFor, withProfit } from '#core/progress/profit-news.ts';
import type { SayText } from '../platform/say.ts';
import type { Seasons } from '../season/seasons.ts';
import type { BusEvent } from './bus.ts';
import { type Client, type createSessionWatch, EVERYONE, noticeTopic, userTopic, write } from './clients.ts';

const TABLE_MS = 1_000;
/** When messages may have been lost, all pages read their account again, spread over this period, ms. */
export const GAP_SPREAD_MS = 5_000;
export type Publish = (topic: string, text: string) => void;
/** Returns a trader's equity and place by the newest ranking. */
export type StandingNow = { standingNow(userId: number): Pick<RowFigures, 'equity' | 'place'> | null };

/** Asks every page to read its account again after a gap. */
export function createGapNews(clients: ReadonlySet<Client>) {
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
        const timer = setTimeout(tell, Math.random() * GAP_SPREAD_MS, client).unref();
        timers.set(client, timer);
      }
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

export function eventHandler({
  publish,
  say,
  watch,
  profits,
  gaps,
  seasons,
}: {
  seasons: Pick<Seasons, 'frozenSince'>;
  say: SayText;
  publish: Publish;
  watch: ReturnType<typeof createSessionWatch>;
  profits: ReturnType<typeof createProfits>;
  gaps: ReturnType<typeof createGapNews>;
}) {
  const announceAccount = (userId: number, cause?: string) =>
    publish(userTopic(userId), write({ type: 'account', cause }));
  const handlers: { [Type in BusEvent['type']]?: (event: Extract<BusEvent, { type: Type }>) => void } = {
    tradeSuccess: (profit) => {
      // a frozen table must not tell anybody about others' trades
      if (seasons.frozenSince() === null) profits.add(profit);
    },
    traded: ({ userId }) => announceAccount(userId),
    order: ({ userId, event, order }) => publish(userTopic(userId), write({ type: 'order', event, order })),
    items: ({ userId, cause }) => announceAccount(userId, cause),
    notice({ type, userId, kind, ...text }) {
      for (const locale of LOCALES) {
        const [title, message] = [say(text.title, locale), say(text.message, locale)];
        publish(noticeTopic(userId, locale), write({ type, kind, title, message }));
      }
    },
    signedOut: ({ session }) => watch.end(session),
    role: ({ userId }) => watch.endUser(userId),
    gap() {
      watch.sweepSoon();
      gaps.announce();
    },
  };
  return (event: BusEvent): void =>
    (handlers[event.type] as ((event: BusEvent) => void) | undefined)?.(event);
}

/** Sends a socket its user's equity and place, unless the last such message had the same values. */
export function tellStanding(
  client: Client,
  { leaderboard, say }: { leaderboard: StandingNow; say: SayText },
): void {
  const standing = leaderboard.standingNow(client.userId);
  if (!standing) return;
  const { equity, place } = standing;
  const key = `${equity} ${place}`;
  if (client.standing === key) return;
  client.standing = key;
  const text = place === null ? null : say({ key: 'trader:place', params: { place } }, client.locale);
  client.wire.send(write({ type: 'standing', equity: formatCents(equity), place: text }));
}

export function createTableNews(publish: Publish, tellStandings: () => void) {
  let announcedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Announces a new table of the leaderboard. At most one announcement a second is sent: the newest one. */
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

/**
 * Announces the best profit of each time window to open pages of other traders.
 * @param minPercent smallest announced profit, percent
 */
export function createProfits(clients: ReadonlySet<Client>, minPercent: number) {
  let best: readonly Profit[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Ends the window. Every page gets the best profit of another trader. */
  function announce(): void {
    clearTimeout(timer);
    timer = undefined;
    const texts = new Map(
      best.map((profit) => {
        const { username, profitPercentage } = profit;
        return [profit, write({ type: 'tradeSuccess', username, profitPercentage })];
      }),
    );
    for (const client of best.length > 0 ? clients : []) {
      const profit = profitFor(best, client.userId);
      if (profit) client.wire.send(texts.get(profit)!);
    }
    best = [];
  }

  return {
    /** Adds a profit of `minPercent` or more. The first profit starts a window. */
    add({ userId, username, profitPercentage }: Profit): void {
      if (profitPercentage < minPercent) return;
      best = withProfit(best, { userId, username, profitPercentage });
      timer ??= setTimeout(announce, PROFIT_WINDOW_MS);
    },
    announce,
    stop: () => clearTimeout(timer),
  };
}
