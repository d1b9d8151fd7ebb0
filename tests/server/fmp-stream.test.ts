/** Live trades: Finnhub's socket from a stand-in, and polling without a key for it. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createFmpMarket } from '#market/fmp/market.ts';
import type { Market, Trade } from '#market/market.ts';
import { type ManualTime, manualTime, settle } from '../helpers/manual-time.ts';
import { FINNHUB_KEY, FMP_KEY, type StandIn, standIn } from '../helpers/market-stand-in.ts';
import { until } from '../helpers/until.ts';

/** A Tuesday, 13:00 in New York. */
const NOON = Date.parse('2026-06-02T17:00:00Z');
const NIGHT = Date.parse('2026-06-03T02:00:00Z');

let time: ManualTime;
let stand: StandIn;
let market: Market;
let warned: string[];
let trades: Trade[];
const tell = (trade: Trade) => trades.push(trade);

async function openMarket(stream: boolean, at = NOON) {
  time.set(at);
  market = await createFmpMarket({
    apiKey: FMP_KEY,
    baseUrl: stand.url,
    perMinute: 6_000,
    stream: stream ? { apiKey: FINNHUB_KEY, url: stand.socketUrl } : null,
    time,
    warn: (sentence) => warned.push(sentence),
    random: () => 0,
  });
}
beforeEach(async () => {
  time = manualTime(NOON);
  stand = await standIn({ now: time.now });
  warned = [];
  trades = [];
});
afterEach(async () => {
  market.stop();
  await stand.stop();
});

const trade = (s: string, p: number, more: { t?: number; v?: number; c?: unknown } = {}) => ({
  type: 'trade',
  data: [{ s, p, t: time.now(), v: 10, ...more }],
});
const subscribed = (type: string) =>
  stand.heard.filter((each) => each.type === type).map((each) => each.symbol);

describe("Finnhub's socket", () => {
  test('one connection, one upstream subscription a symbol however many watch, ended with the last of them', async () => {
    await openMarket(true);
    const others: Trade[] = [];
    const ends = [
      market.subscribe(['AAPL'], tell),
      market.subscribe(['AAPL', 'MSFT'], (t) => others.push(t)),
    ];
    await until(() => subscribed('subscribe').length === 2);
    expect(stand.sockets.made).toBe(1);
    expect(stand.keys).toContain(FINNHUB_KEY);
    stand.sockets.tell(trade('AAPL', 201.5));
    await until(() => trades.length === 1 && others.length === 1);
    expect(trades[0]).toEqual({ symbol: 'AAPL', price: '201.50', size: 10, tsMs: NOON });
    ends[0]!();
    stand.sockets.tell(trade('AAPL', 202));
    await until(() => others.length === 2);
    expect(trades).toHaveLength(1);
    expect(subscribed('unsubscribe')).toEqual([]);
    ends[1]!();
    await until(() => subscribed('unsubscribe').length === 2);
    await time.advance(31_000);
    await until(() => stand.sockets.open === 0);
  });

  test('ends too when the last symbol is gone before it has opened', async () => {
    await openMarket(true);
    market.subscribe(['AAPL'], tell)();
    await until(() => stand.sockets.open === 1);
    // a round trip later, the market knows that its connection has opened
    await fetch(stand.url);
    await settle();
    await time.advance(31_000);
    await until(() => stand.sockets.open === 0);
    expect(stand.sockets.made).toBe(1);
    expect(stand.heard).toEqual([]);
  });

  test('a class of shares is named as Finnhub does', async () => {
    await openMarket(true);
    market.subscribe(['BRK-B'], tell);
    await until(() => subscribed('subscribe').length === 1);
    expect(subscribed('subscribe')).toEqual(['BRK.B']);
    stand.sockets.tell(trade('BRK.B', 455));
    await until(() => trades.length === 1);
    expect(trades[0]?.symbol).toBe('BRK-B');
  });

  test('a trade is the newest price, of its own source; an older one is not', async () => {
    await openMarket(true);
    market.subscribe(['AAPL'], tell);
    await until(() => subscribed('subscribe').length === 1);
    const quote = await market.quote('AAPL');
    await time.advance(500);
    // too small a move for a check of splits
    const price = Number(quote.price) + 0.3333;
    stand.sockets.tell(trade('AAPL', price));
    await until(() => trades.length === 1);
    const requestsBefore = stand.requests.length;
    expect(await market.quote('AAPL')).toEqual({
      ...quote,
      price: price.toFixed(4),
      asOfMs: NOON + 500,
      source: 'finnhub',
    });
    expect((await market.quotes(['AAPL'])).get('AAPL')?.price).toBe(price.toFixed(4));
    expect(stand.requests).toHaveLength(requestsBefore);
    stand.sockets.tell(trade('AAPL', 1, { t: NOON - 60_000 }));
    await until(() => trades.length === 2);
    expect((await market.quote('AAPL')).price).toBe(price.toFixed(4));
  });

  test('a trade is as old as its own time: one that comes late is old, one stamped ahead is of now and ages', async () => {
    await openMarket(true, NIGHT);
    market.subscribe(['AAPL'], tell);
    await until(() => subscribed('subscribe').length === 1);
    const close = (await market.quote('AAPL')).asOfMs!;
    expect(NIGHT - close).toBe(6 * 3_600_000);
    stand.sockets.tell(trade('AAPL', 300, { t: close + 1 }));
    await until(() => trades.length === 1);
    expect((await market.quote('AAPL')).asOfMs).toBe(close + 1);
    stand.sockets.tell(trade('AAPL', 301, { t: NIGHT + 3_600_000 }));
    await until(() => trades.length === 2);
    expect((await market.quote('AAPL')).asOfMs).toBe(NIGHT);
    await time.advance(20_000);
    expect(await market.quote('AAPL')).toMatchObject({ price: '301.00', asOfMs: NIGHT });
    stand.sockets.tell(trade('AAPL', 302));
    await until(() => trades.length === 3);
    expect(await market.quote('AAPL')).toMatchObject({ price: '302.00', asOfMs: NIGHT + 20_000 });
  });

  test('prints that are not the price of the moment move nothing, nor does garbage', async () => {
    await openMarket(true);
    market.subscribe(['AAPL'], tell);
    await until(() => subscribed('subscribe').length === 1);
    for (const c of [['12'], ['1', '24', '12'], ['25'], [16], ['32'], ['17']])
      stand.sockets.tell(trade('AAPL', 1, { c }));
    for (const text of [
      '{',
      'null',
      '[]',
      '7',
      '{"type":"trade"}',
      '{"type":"trade","data":[null,{"s":5},{"s":"AAPL","p":"x","t":1}]}',
      '{"type":"error","msg":"x"}',
    ])
      stand.sockets.tell(text);
    for (const p of [-1, 0, Number.POSITIVE_INFINITY, Number.NaN]) stand.sockets.tell(trade('AAPL', p));
    stand.sockets.tell(trade('NOBODY', 5));
    stand.sockets.tell(trade('AAPL', 200, { c: ['1', '8'] }));
    await until(() => trades.length > 0);
    expect(trades.map((each) => each.price)).toEqual(['200.00']);
  });

  test('in session, a minute of silence ends the connection and makes a new one; a ping is enough', async () => {
    await openMarket(true);
    market.subscribe(['AAPL'], tell);
    await until(() => subscribed('subscribe').length === 1);
    await time.advance(50_000);
    stand.sockets.tell({ type: 'ping' });
    // messages sent before this round trip have arrived after it
    await fetch(stand.url);
    await settle();
    await time.advance(50_000);
    expect(stand.sockets.made).toBe(1);
    while (warned.length === 0) await time.advance(1_000);
    expect(time.now() - NOON).toBeWithin(110_000, 116_000);
    await time.advance(500);
    await until(() => stand.sockets.made === 2 && subscribed('subscribe').length === 2);
    expect(warned.at(-1)).toBe('Finnhub: silent for a minute; connecting again in 0.5 s.');
  });

  test('at night silence is nothing unusual', async () => {
    await openMarket(true, NIGHT);
    market.subscribe(['AAPL'], tell);
    await until(() => subscribed('subscribe').length === 1);
    await time.advance(600_000);
    expect(stand.sockets.made).toBe(1);
  });

  test('cut: it comes back by itself, later each time, with all its symbols; a trade makes the next try quick again', async () => {
    await openMarket(true);
    market.subscribe(['AAPL', 'MSFT'], tell);
    await until(() => subscribed('subscribe').length === 2);
    await stand.down();
    await until(() => warned.length === 1);
    for (const [i, seconds] of ['0.5', '1.0', '2.0', '4.0', '8.0', '16.0', '30.0', '30.0'].entries()) {
      expect(warned[i]).toContain(`connecting again in ${seconds} s.`);
      await time.advance(Number(seconds) * 1000);
      await until(() => warned.length === i + 2);
    }
    stand.up();
    await time.advance(30_000);
    await until(() => subscribed('subscribe').length === 4);
    expect(subscribed('subscribe').slice(2).sort()).toEqual(['AAPL', 'MSFT']);
    stand.sockets.tell(trade('MSFT', 9));
    await until(() => trades.length === 1);
    stand.sockets.cut();
    await until(() => warned.at(-1)!.includes('0.5 s'));
    expect(warned.join(' ')).not.toContain(FINNHUB_KEY);
  });
});

describe('polling', () => {
  test('only for symbols somebody watches, one request a round, and only what changed is told', async () => {
    await openMarket(false);
    await time.advance(60_000);
    expect(stand.requests.filter((path) => path.includes('quote'))).toEqual([]);
    const ends = [market.subscribe(['AAPL'], tell), market.subscribe(['AAPL', 'MSFT'], () => {})];
    await time.advance(0);
    await until(() => trades.length === 1);
    expect(trades[0]).toMatchObject({ symbol: 'AAPL', tsMs: NOON + 60_000 });
    stand.requests.length = 0;
    stand.state.prices.set('AAPL', 250);
    await time.advance(5_000);
    await until(() => trades.length === 2);
    expect(trades[1]).toMatchObject({ symbol: 'AAPL', price: '250.00' });
    expect(stand.requests).toEqual(['/stable/batch-quote?symbols=AAPL%2CMSFT']);
    await time.advance(5_000);
    await until(() => stand.requests.length === 2);
    await settle();
    expect(trades).toHaveLength(2);
    for (const end of ends) end();
    stand.requests.length = 0;
    await time.advance(60_000);
    expect(stand.requests).toEqual([]);
  });

  test('a round that fails is followed by the next', async () => {
    await openMarket(false);
    stand.state.fault = 'html';
    market.subscribe(['AAPL'], tell);
    await time.advance(0);
    await until(() => stand.requests.some((path) => path.includes('quote')));
    stand.state.fault = 'none';
    while (trades.length === 0) await time.advance(1_000);
    expect(trades[0]!.symbol).toBe('AAPL');
  });
});
