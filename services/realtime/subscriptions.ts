/** Handles the messages by which pages subscribe to tickers. */
import { MAX_TICKERS } from '#core/contract/events.ts';
import { ClientMessageSchema } from '#core/contract/socket.ts';
import { unknownSymbol } from '#core/contract/trade.ts';
import { tickerOf } from '#core/market/ticker.ts';
import type { WordingKey } from '#core/refusals/refusals.ts';
import type { Text } from '#framework/failure.ts';
import { type Market, UnknownSymbolError } from '#market/market.ts';
import type { Clock } from '../platform/clock.ts';
import type { SayText } from '../platform/say.ts';
import { type Client, POLICY, tickerTopic, WATCHERS, write } from './clients.ts';
import { type Feeds, tick } from './feeds.ts';

const MAX_MESSAGES_PER_S = 20;

export function createSubscriptions(deps: {
  market: Pick<Market, 'quote'>;
  feeds: Feeds;
  say: SayText;
  clock: Clock;
}) {
  const { market, feeds, say, clock } = deps;
  const refuse = (client: Client, text: Text) =>
    client.wire.send(write({ type: 'error', message: say(text, client.locale) }));

  async function subscribe(client: Client, symbol: string) {
    if (client.subscriptions.has(symbol)) return;
    if (client.subscriptions.size >= MAX_TICKERS)
      return refuse(client, { key: 'errors:socket.tickersMost', params: { count: MAX_TICKERS } });
    const subscription = {};
    client.subscriptions.set(symbol, subscription);
    client.wire.subscribe(tickerTopic(symbol));
    if (client.subscriptions.size === 1) client.wire.subscribe(WATCHERS);
    const isCurrent = () => client.subscriptions.get(symbol) === subscription;
    try {
      feeds.watch(symbol);
      const last = feeds.last(symbol);
      if (last) return client.wire.send(last);
      const quote = await market.quote(symbol);
      if (isCurrent() && quote.asOfMs !== null) client.wire.send(tick(symbol, quote.price, quote.asOfMs));
    } catch (error) {
      if (!isCurrent()) return;
      if (error instanceof UnknownSymbolError) {
        unsubscribe(client, symbol);
        refuse(client, { key: 'errors:UNKNOWN_SYMBOL', params: { symbol } });
      } else refuse(client, { key: 'errors:socket.noPrices' });
    }
  }

  function unsubscribe(client: Client, symbol: string) {
    if (!client.subscriptions.delete(symbol)) return;
    client.wire.unsubscribe(tickerTopic(symbol));
    if (client.subscriptions.size === 0) client.wire.unsubscribe(WATCHERS);
    feeds.unwatch(symbol);
  }

  function isTooFast(client: Client): boolean {
    const now = clock.now();
    if (now - client.since >= 1000) {
      client.since = now;
      client.taken = 0;
    }
    return ++client.taken > MAX_MESSAGES_PER_S;
  }

  const actions = { subscribe, unsubscribe };

  return {
    /** @param raw parsed JSON, or the text when it is invalid */
    async message(client: Client, raw: unknown): Promise<void> {
      client.unanswered = 0;
      if (isTooFast(client)) return client.wire.close(POLICY, 'too many messages');
      const parsed = ClientMessageSchema.safeParse(raw);
      if (!parsed.success) return void refuse(client, { key: 'errors:socket.socketMessage' });
      const symbol = tickerOf(parsed.data.ticker);
      if (!symbol) {
        const { message, params } = unknownSymbol(parsed.data.ticker);
        return void refuse(client, { key: `errors:${message as WordingKey}`, params });
      }
      await actions[parsed.data.action](client, symbol);
    },

    end(client: Client): void {
      for (const symbol of client.subscriptions.keys()) feeds.unwatch(symbol);
      client.subscriptions.clear();
    },
  };
}
