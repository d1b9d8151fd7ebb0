/**
 * The trader that pages are weighed and timed for, because an empty account proves nothing: 8 positions (2 of them
 * shorts), 4 working orders in AAPL, 30 fills, equipped items, and after the next ranking pass a place.
 */
import type { Sql } from '#db/client.ts';
import { insertNotifications } from '#db/queries/account/notifications.ts';
import { type Client, createClient } from './client.ts';
import { giveTkf } from './tkf.ts';

const LONGS = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'META', 'GOOGL'];
const SHORTS = ['KO', 'TSLA'];
/** Fills of AAPL beyond the eight openings, alternately sold and bought. */
const MORE_FILLS = 22;

/**
 * Registers the trader and trades; needs an active season. The next ranking pass gives the place. Throws when the server refuses
 * a step.
 */
export async function ordinaryTrader(
  { url, sql }: { url: string; sql: Sql },
  username = 'ordinary',
): Promise<Client> {
  const password = `pass of ${username}`;
  const trader = Object.assign(createClient(url), { username, password });
  const registered = await trader.post<{ id: number }>('/api/register', { username, password });
  if (registered.status !== 200) throw new Error(`/api/register: ${registered.text}`);
  trader.userId = registered.json.id;
  const post = async (path: string, body: object): Promise<void> => {
    const { status, text } = await trader.post(path, { user_id: trader.userId, ...body });
    if (status >= 300) throw new Error(`${path} ${JSON.stringify(body)}: ${status} ${text}`);
  };
  for (const symbol of LONGS) await post('/api/trade', { symbol, action: 'buy', quantity: 12 });
  for (const symbol of SHORTS) await post('/api/trade', { symbol, action: 'short', quantity: 5 });
  for (let i = 0; i < MORE_FILLS; i++) {
    await post('/api/trade', { symbol: 'AAPL', action: i % 2 === 0 ? 'sell' : 'buy', quantity: 1 });
  }
  const { json } = await trader.get<{ price: number }>('/api/price?symbol=AAPL');
  const priceAt = (share: number) => (Number(json.price) * share).toFixed(2);
  const order = (terms: object) => post('/api/orders', { symbol: 'AAPL', quantity: 1, ...terms });
  await order({ action: 'buy', type: 'limit', limitPrice: priceAt(0.9) });
  await order({ action: 'buy', type: 'limit', limitPrice: priceAt(0.85) });
  await order({ action: 'sell', type: 'limit', limitPrice: priceAt(1.1) });
  await order({ action: 'sell', type: 'stop', stopPrice: priceAt(0.9) });
  await giveTkf(sql, trader.userId, 1_000);
  await equip(trader);
  await insertNotifications(sql, [
    {
      userId: trader.userId,
      topic: 'order',
      title: { key: 'messages:orderFilledTitle' },
      message: { key: 'messages:orderFilled', params: { symbol: 'AAPL', quantity: '1', price: json.price } },
      at: new Date(),
    },
  ]);
  return trader;
}

/** Buys and puts on the cheapest item of each type. */
async function equip(trader: Client): Promise<void> {
  const { json: items } = await trader.get<{ id: string; type: string; price: number }[]>('/api/shop/items');
  const cheapest = new Map<string, (typeof items)[number]>();
  for (const item of items) {
    const other = cheapest.get(item.type);
    if (!other || item.price < other.price) cheapest.set(item.type, item);
  }
  for (const { id, type } of cheapest.values()) {
    await trader.post('/api/shop/purchase', { itemId: id });
    const { status, text } = await trader.post('/api/user/equip-item', { itemId: id, type });
    if (status >= 300) throw new Error(`equip ${id}: ${status} ${text}`);
  }
}
