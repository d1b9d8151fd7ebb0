/** A year of real AAPL prices as the live market, from the first candle to the leaderboard. */
import { expect, test } from 'bun:test';
import type { CandlesAnswer } from '#core/contract/market.ts';
import { PRICES, realDays } from '../helpers/real-prices.ts';
import { startServer } from '../helpers/server.ts';
import { openSocket } from '../helpers/socket.ts';

test('a round of trading on the real prices of AAPL', async () => {
  const days = realDays();
  const row = (date: string) => {
    const { open, high, low, close, volume } = days.find((day) => day.date === date)!;
    return { open, high, low, close, volume };
  };
  const server = await startServer({
    env: { MARKET: 'replay', REPLAY_DIR: PRICES, REPLAY_FROM: '2016-06-01T03:00:00Z', REPLAY_SPEED: '60' },
  });
  try {
    const admin = await server.admin();
    expect((await admin.post('/api/toggle-competition', { active: true })).status).toBe(200);
    const trader = await server.register();

    const { json: chart } = await trader.get<CandlesAnswer>('/api/candles?symbol=AAPL');
    expect(chart).toMatchObject({ source: 'replay', label: 'Price replay', provisional: true });
    const finished = chart.candles.slice(0, -1);
    expect(finished).toHaveLength(
      days.filter(({ date }) => date >= '2015-06-02' && date < '2016-06-01').length,
    );
    for (const c of finished) expect(c).toMatchObject(row(c.date));
    const { open, high, low } = row('2016-06-01');
    const today = chart.candles.at(-1)!;
    expect(today.date).toBe('2016-06-01');
    expect(today.open).toBeCloseTo(open, 4);
    const future = await trader.get<CandlesAnswer>('/api/candles?symbol=AAPL&from=2016-06-02&to=2017-06-01');
    expect(future.json.candles).toEqual([]);

    const order = { user_id: trader.userId, symbol: 'AAPL' };
    const bought = await trader.post<{ price: number }>('/api/trade', {
      ...order,
      action: 'buy',
      quantity: 100,
    });
    expect(bought.status).toBe(200);
    expect(Number(bought.json.price)).toBeWithin(Math.floor(low), Math.ceil(high));

    const socket = await openSocket(server.url, {
      cookie: [...trader.cookies].map(([k, v]) => `${k}=${v}`).join('; '),
      origin: server.url,
    });
    socket.send({ action: 'subscribe', ticker: 'AAPL' });
    const tick = await socket.next((m) => m.ticker === 'AAPL');
    const trade = tick.trade as { price: number; time: number };
    expect(trade.price).toBeWithin(Math.floor(low), Math.ceil(high));
    expect(new Date(trade.time).toISOString()).toStartWith('2016-06-01T');
    await socket.close();

    const { json: held } =
      await trader.get<{ symbol: string; quantity: number; buyPrice: number }[]>('/api/portfolio');
    expect(held[0] ?? (held as unknown as { items: unknown[] }).items[0]).toMatchObject({
      symbol: 'AAPL',
      quantity: 100,
    });
    const sold = await trader.post('/api/trade', { ...order, action: 'sell', quantity: 40 });
    expect(sold.status).toBe(200);
    const { json: trades } = await trader.get<{ symbol: string; close_position_timestamp: string | null }[]>(
      `/api/all-trades/${trader.userId}`,
    );
    expect(trades.map((t) => t.close_position_timestamp !== null).sort()).toEqual([false, true]);
    await server.services.leaderboard.pass(true);
    const { json: ranking } = await trader.get<{ userId: number }[]>('/api/rankings?page=1&limit=100');
    expect(ranking.map((r) => r.userId)).toContain(trader.userId);

    const unknown = await trader.post('/api/trade', {
      ...order,
      symbol: 'MSFT',
      action: 'buy',
      quantity: 1,
    });
    expect([unknown.status, unknown.json.code]).toEqual([404, 'UNKNOWN_SYMBOL']);
    const [fill] = await server.sql`select source, price::text as price from fills order by id limit 1`;
    expect(fill!.source).toBe('replay');
    expect(Number(fill!.price)).toBe(Number(bought.json.price));
  } finally {
    await server.stop();
  }
});
