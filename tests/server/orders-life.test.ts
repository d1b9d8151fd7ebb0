/** Waiting orders beside the golden cases: repeats, forms, visibility, races, and the season's end. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { orderFault } from '#db/queries/proof/verify.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { openSocket } from '../helpers/socket.ts';

type WithId = { id: string };
type Placed = { order: { id: string; status: string; hold: string }; children: { id: string }[] };

let server: TestServer;
let market: HeldMarket;
let admin: Client;
beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50' });
  server = await startServer({ market });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

const buyLimit = (limitPrice: string, more: object = {}) => ({
  symbol: 'AAPL',
  action: 'buy',
  type: 'limit',
  quantity: '10',
  limitPrice,
  ...more,
});
const socketOf = (who: Client) =>
  openSocket(server.url, {
    origin: server.url,
    cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
const season = () => server.services.seasons.current()!.id;
/** Each account's hold is that of its working orders, and each order's log knows its fill. */
const checkBooks = async () => expect(await orderFault(server.sql, season())).toBeNull();

test('66: the same key and body is one order; another body is refused', async () => {
  const trader = await server.register();
  const key = { 'idempotency-key': 'order-1' };
  const first = await trader.post<Placed>('/api/orders', buyLimit('90'), key);
  const again = await trader.post<Placed>('/api/orders', buyLimit('90'), key);
  expect([first.status, again.status, again.headers.get('idempotent-replay')]).toEqual([201, 201, 'true']);
  expect(again.json).toEqual(first.json);
  const other = await trader.post('/api/orders', buyLimit('91'), key);
  expect(other.json.code).toBe('IDEMPOTENCY_MISMATCH');
  const { json } = await trader.get<{ orders: unknown[] }>('/api/orders?status=live');
  expect(json.orders).toHaveLength(1);
});

test('67: a clientOrderId is used once, for ever', async () => {
  const trader = await server.register();
  const named = buyLimit('90', { clientOrderId: 'mine' });
  const first = await trader.post<Placed>('/api/orders', named);
  await trader.send('DELETE', `/api/orders/${first.json.order.id}`);
  const again = await trader.post('/api/orders', named);
  expect([again.status, again.json.code]).toEqual([409, 'DUPLICATE_ORDER']);
  // even where the first one holds the cash that the second would need
  const whole = buyLimit('90', { quantity: '1100', clientOrderId: 'whole' });
  expect((await trader.post('/api/orders', whole)).status).toBe(201);
  expect((await trader.post('/api/orders', whole)).json.code).toBe('DUPLICATE_ORDER');
});

test('68: the 51st order of a symbol', async () => {
  const trader = await server.register();
  await trader.post('/api/orders', buyLimit('1', { quantity: '1', clientOrderId: 'first' }));
  for (let n = 1; n < 50; n++) await trader.post('/api/orders', buyLimit('1', { quantity: '1' }));
  const last = await trader.post('/api/orders', buyLimit('1', { quantity: '1', clientOrderId: 'first' }));
  expect([last.status, last.json]).toMatchObject([409, { code: 'TOO_MANY_ORDERS', limit: 50 }]);
  for (const blank of ['', '%20']) {
    const refused = await trader.send('DELETE', `/api/orders?symbol=${blank}`);
    expect([refused.status, refused.json]).toMatchObject([422, { code: 'INVALID' }]);
  }
  const all = await trader.send('DELETE', '/api/orders?symbol=AAPL');
  expect(all.json).toEqual({ cancelled: 50, final: [] });
  await checkBooks();
});

test('of several reasons to refuse a change the first is told, and nothing has changed', async () => {
  const trader = await server.register();
  const waits = { symbol: 'AAPL', action: 'buy', type: 'stop', quantity: '10', stopPrice: '110' };
  const { order } = (
    await trader.post<Placed>('/api/orders', { ...waits, takeProfit: { limitPrice: '120' } })
  ).json;
  const path = `/api/orders/${order.id}`;
  const ordersBefore = (await trader.get(path)).json;
  const change = async (terms: object) => {
    const { status, json } = await trader.send('PATCH', path, { quantity: '5000', ...terms });
    return `${status} ${json.code}`;
  };
  // each change also has the faults of the changes after it
  const faults = [{ stopPrice: '90', limitPrice: '90' }, { stopPrice: '90' }, { stopPrice: '130' }, {}];
  const refusals: string[] = [];
  for (const terms of faults) refusals.push(await change(terms));
  expect(refusals).toEqual(['422 INVALID', '422 PRICE_CROSSED', '422 BRACKET_PRICES', '409 NOT_ENOUGH_CASH']);
  const short = { user_id: trader.userId, symbol: 'AAPL', action: 'short', quantity: 1 };
  expect((await trader.post('/api/trade', short)).status).toBe(200);
  expect([await change(faults[0]!), await change(faults[1]!)]).toEqual([
    '422 INVALID',
    '409 POSITION_CONFLICT',
  ]);
  expect((await trader.get(path)).json).toEqual(ordersBefore);
  await trader.send('DELETE', path);
  const over = await trader.send('PATCH', path, { stopPrice: '90', limitPrice: '90' });
  expect([over.status, over.json]).toMatchObject([409, { code: 'ORDER_FINAL', order: { id: order.id } }]);
  await checkBooks();
});

test('a form cancels and changes, and is led back with a message', async () => {
  const trader = await server.register();
  const placed = await trader.form('/api/orders', buyLimit('90', { next: '/portfolio' }));
  expect([placed.status, placed.headers.get('location')]).toEqual([303, '/portfolio']);
  const { json } = await trader.get<{ orders: { id: string }[] }>('/api/orders');
  const path = `/api/orders/${json.orders[0]!.id}`;
  const changed = await trader.form(path, { _method: 'replace', limitPrice: '89' });
  expect([changed.status, changed.headers.get('location')]).toEqual([303, '/portfolio']);
  const read = await trader.get<{ order: { limitPrice: string; rev: number }; events: { kind: string }[] }>(
    path,
  );
  expect(read.json.order).toMatchObject({ limitPrice: '89.0000', rev: 2 });
  const cancelled = await trader.form(path, { _method: 'cancel' });
  expect(cancelled.status).toBe(303);
  const after = await trader.get<{ order: object; events: { kind: string }[] }>(path);
  expect(after.json.events.map(({ kind }) => kind)).toEqual(['placed', 'replaced', 'cancelled']);
});

describe('the ticket as a form, all its fields filled', () => {
  const ticket = (type: string, more: Record<string, string> = {}) => ({
    form: 'ticket',
    symbol: 'AAPL',
    action: 'buy',
    mode: 'quantity',
    quantity: '10',
    amount: '50',
    type,
    limitPrice: '90',
    stopPrice: '110',
    trail: '2',
    trailUnit: 'percent',
    tif: 'day',
    targetPrice: '150',
    lossPrice: '50',
    next: '/chart?symbol=AAPL',
    ...more,
  });
  const latest = async (trader: Client) =>
    (
      await trader.get<{ orders: (Record<string, unknown> & { children: Record<string, unknown>[] })[] }>(
        '/api/orders',
      )
    ).json.orders[0]!;

  test('each type takes the prices that it has', async () => {
    market.set('AAPL', '100');
    const trader = await server.register();
    for (const [type, terms] of [
      ['limit', { limitPrice: '90.0000', stopPrice: null, tif: 'day' }],
      ['stop', { limitPrice: null, stopPrice: '110.0000', tif: 'day' }],
      ['stop_limit', { limitPrice: '90.0000', stopPrice: '110.0000', tif: 'day' }],
    ] as const) {
      const sent = await trader.form('/api/orders', ticket(type));
      expect([sent.status, sent.headers.get('location')]).toEqual([303, '/chart?symbol=AAPL']);
      expect(await latest(trader)).toMatchObject({ type, quantity: '10', children: [], ...terms });
    }
    await trader.post('/api/trade', { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 10 });
    await trader.form('/api/orders', ticket('trailing_stop', { action: 'sell', follow: 'true' }));
    expect(await latest(trader)).toMatchObject({ closeAll: true, trailPercent: '2.00', trailAmount: null });
  });

  test('a bracket comes with a market order and with one that waits', async () => {
    const trader = await server.register();
    for (const type of ['market', 'limit']) {
      await trader.form('/api/orders', ticket(type, { hasTarget: 'true', hasStop: 'true' }));
      expect((await latest(trader)).children).toMatchObject([
        { role: 'take_profit', limitPrice: '150.0000' },
        { role: 'stop_loss', stopPrice: '50.0000' },
      ]);
    }
  });

  test('a bracket may be typed as a distance from the entry, in percent or dollars', async () => {
    const trader = await server.register();
    const distances = { hasTarget: 'true', hasStop: 'true', targetPrice: '5%', lossPrice: '-3' };
    for (const [type, seen, target, loss] of [
      ['market', { quotedPrice: '100' }, '105.0000', '97.0000'],
      ['limit', {}, '94.5000', '87.0000'],
      ['stop', {}, '115.5000', '107.0000'],
      ['limit', { action: 'short', symbol: 'TSLA', limitPrice: '60' }, '57.0000', '63.0000'],
    ] as const) {
      await trader.form('/api/orders', ticket(type, { ...distances, ...seen }));
      expect((await latest(trader)).children).toMatchObject([{ limitPrice: target }, { stopPrice: loss }]);
    }
  });

  test('what is refused leads back, and changes nothing', async () => {
    const trader = await server.register();
    const sent = await trader.form(
      '/api/orders',
      ticket('limit', { hasTarget: 'true', targetPrice: '5 %%' }),
    );
    expect(sent.status).toBe(303);
    const { json } = await trader.get<{ orders: unknown[] }>('/api/orders');
    expect(json.orders).toEqual([]);
  });
});

test('an order whose answer was lost is found by its key, by its trader only', async () => {
  const [trader, other] = [await server.register(), await server.register()];
  const key = { 'idempotency-key': 'lost-1' };
  expect((await trader.get('/api/trade/lost-1')).status).toBe(404);
  const placed = await trader.post<Placed>('/api/orders', buyLimit('90'), key);
  expect((await trader.get('/api/trade/lost-1')).json).toEqual({ placed: placed.json, trade: null });
  const body = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
  const traded = await trader.post<{ receipt: number }>('/api/trade', body, { 'idempotency-key': 'lost-2' });
  const [fill] = await server.sql`select id from fills where user_id = ${trader.userId}`;
  expect(BigInt(traded.json.receipt)).toBe(fill!.id);
  expect((await trader.get('/api/trade/lost-2')).json).toEqual({ placed: null, trade: traded.json });
  expect((await other.get('/api/trade/lost-2')).json.code).toBe('ORDER_NOT_FOUND');
});

test('a market order with a bracket fills near the price that was seen, or asks again', async () => {
  market.set('AAPL', '100');
  const trader = await server.register();
  const bracket = { takeProfit: { limitPrice: '120' }, stopLoss: { stopPrice: '80' } };
  const order = { symbol: 'AAPL', action: 'buy', type: 'market', quantity: '1', ...bracket };
  const moved = await trader.post('/api/orders', { ...order, quotedPrice: '98' });
  expect([moved.status, moved.json]).toMatchObject([409, { code: 'PRICE_MOVED', price: 100 }]);
  const filled = await trader.post('/api/orders', { ...order, quotedPrice: '99.5' });
  expect(filled.json).toMatchObject({ order: { status: 'filled' }, trade: { quotedPrice: 99.5 } });
  await checkBooks();
});

test('who has a page open is told why an order ended', async () => {
  market.set('AAPL', '100');
  const trader = await server.register();
  const ownSocket = await socketOf(trader);
  const news = (title: string) =>
    ownSocket
      .next((message) => message.type === 'notice' && message.title === title)
      .then(({ message }) => message);
  await trader.post('/api/orders', buyLimit('90'));
  await trader.post('/api/orders', buyLimit('110', { action: 'short' }));
  market.set('AAPL', '110.02');
  await server.services.orderEngine.pump();
  expect(await news('Order filled')).toBe('10 AAPL at $110.02.');
  market.set('AAPL', '89.90');
  await server.services.orderEngine.pump();
  expect(await news('Order rejected')).toBe(
    'Your order in AAPL reached its price, but you held the other side by then.',
  );
  ownSocket.close();
  await checkBooks();
});

test('an account that cannot be committed keeps no other from its fill, and has its own later', async () => {
  market.set('AAPL', '100');
  const traders = await Promise.all(Array.from({ length: 4 }, () => server.register()));
  const placed = await Promise.all(
    traders.map((trader) => trader.post<Placed>('/api/orders', buyLimit('95'))),
  );
  const ids = placed.map(({ json }) => json.order.id);
  const statuses = async () => {
    const rows = await server.sql<{ id: string; status: string }[]>`
      select id, status from orders where id = any(${ids}::uuid[])`;
    return ids.map((id) => rows.find((row) => row.id === id)?.status);
  };
  await server.sql.unsafe(`
    create function refuse_fill() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse_fill before insert on fills for each row when (new.order_id = '${ids[1]}')
      execute function refuse_fill()`);
  market.set('AAPL', '94');
  await server.services.orderEngine.pump();
  expect(await statuses()).toEqual(['filled', 'working', 'filled', 'filled']);
  expect(server.services.orderEngine.state().late).toBe(1);
  market.set('AAPL', '99');
  await server.sql`drop trigger refuse_fill on fills`;
  await server.services.orderEngine.pump();
  expect(await statuses()).toEqual(Array(4).fill('filled'));
  const [fill] = await server.sql<{ price: string }[]>`select price from fills where order_id = ${ids[1]!}`;
  expect(Number(fill!.price)).toBe(94);
  await checkBooks();
});

test('a preview stores nothing', async () => {
  const trader = await server.register();
  market.set('AAPL', '101');
  const { json } = await trader.post('/api/orders/preview', buyLimit('100'));
  expect(json).toEqual({
    hold: '1000.00',
    available: '100000.00',
    maxQuantity: '1000',
    firesAt: '100.0000',
    wouldFillNow: false,
  });
  const now = await trader.post('/api/orders/preview', buyLimit('102'));
  expect(now.json).toMatchObject({ hold: '0.00', wouldFillNow: true });
  expect((await trader.get<{ orders: unknown[] }>('/api/orders')).json.orders).toEqual([]);
});

test('a trailing stop is previewed where it would stand', async () => {
  const trader = await server.register();
  market.set('AAPL', '100');
  await trader.post('/api/trade', { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 10 });
  const body = {
    symbol: 'AAPL',
    action: 'sell',
    type: 'trailing_stop',
    closeAll: true,
    trailPercent: '1.5',
  };
  const { json } = await trader.post('/api/orders/preview', body);
  expect(json).toMatchObject({ hold: '0.00', firesAt: '98.5000', wouldFillNow: false });
});

test('the group of an order that is over takes nobody in, and its trader is told which order it is', async () => {
  const trader = await server.register();
  market.set('AAPL', '100');
  const { order } = (await trader.post<Placed>('/api/orders', buyLimit('90'))).json;
  market.set('AAPL', '89');
  const late = await trader.post('/api/orders', buyLimit('80', { oco: order.id }));
  expect([late.status, late.json]).toMatchObject([
    409,
    { code: 'ORDER_FINAL', order: { id: order.id, status: 'filled' } },
  ]);
  for (const oco of [crypto.randomUUID(), 'none'])
    expect((await trader.post('/api/orders', buyLimit('80', { oco }))).json.code).toBe('ORDER_NOT_FOUND');
});

/** Registers a trader, with AAPL at 100 and TSLA at 50. */
async function stockTrader() {
  const trader = await server.register();
  market.set('AAPL', '100');
  market.set('TSLA', '50');
  const trade = (symbol: string, action: string, quantity: number) =>
    trader.post('/api/trade', { user_id: trader.userId, symbol, action, quantity });
  return { trader, trade };
}

test('who has a page open hears of orders that a trade or a forced cover cut and ended', async () => {
  const { trader, trade } = await stockTrader();
  const ownSocket = await socketOf(trader);
  const heard = async (event: string, id: string) =>
    (await ownSocket.next((m) => m.type === 'order' && m.event === event && (m.order as WithId).id === id))
      .order;
  await trade('AAPL', 'buy', 10);
  const stop = {
    ...buyLimit('0'),
    action: 'sell',
    type: 'stop',
    limitPrice: undefined,
    stopPrice: '95',
  };
  const exit = (await trader.post<Placed>('/api/orders', stop)).json.order;
  await trade('AAPL', 'sell', 7);
  expect(await heard('resized', exit.id)).toMatchObject({ quantity: '3', rev: 2 });
  await trade('AAPL', 'sell', 3);
  expect(await heard('cancelled', exit.id)).toMatchObject({ reason: 'position_closed' });
  await trade('TSLA', 'short', 1900);
  const entry = (await trader.post<Placed>('/api/orders', buyLimit('90'))).json.order;
  market.set('TSLA', '78.95');
  expect(await server.services.trading.forceCovers([trader.userId])).toBe(1);
  expect(await heard('cancelled', entry.id)).toMatchObject({ reason: 'forced_cover' });
  // no proof accepts a fill that is earlier than its price
  const covers = await server.sql`
    select filled_at >= quote_at as "isInTime" from fills where user_id = ${trader.userId} and reason = 'forced_cover'`;
  expect([...covers]).toEqual([{ isInTime: true }]);
  // a forced cover is not announced as a success
  const cover = await ownSocket.next(
    (m) => m.type === 'notice' && String(m.message).includes('your shorts needed the cash'),
  );
  expect(cover).toMatchObject({ kind: 'error' });
  ownSocket.close();
});

test('what a smaller or closed position does to orders is told in one sentence, in both languages', async () => {
  const { trader, trade } = await stockTrader();
  const sentences: string[] = [];
  const leave = server.services.bus.subscribe((event) => {
    if (event.type !== 'notice' || event.userId !== trader.userId) return;
    for (const locale of ['en', 'he'] as const) sentences.push(server.services.say(event.message, locale));
  });
  const heard = () => sentences.splice(0);
  const exit = (type: string, price: object) =>
    trader.post('/api/orders', { symbol: 'AAPL', action: 'sell', type, quantity: '10', ...price });
  await trade('AAPL', 'buy', 10);
  await exit('stop', { stopPrice: '95' });
  await trade('AAPL', 'sell', 4);
  expect(heard()).toEqual([
    'Fewer AAPL shares are open, so its order was cut to 6.',
    'פתוחות פחות מניות AAPL, ולכן הפקודה שלהן הוקטנה ל־6.',
  ]);
  await trader.post('/api/orders', { ...buyLimit('110'), action: 'sell', quantity: '6' });
  await trade('AAPL', 'sell', 2);
  expect(heard()).toEqual([
    'Fewer AAPL shares are open, so its 2 orders were cut to 4.',
    'פתוחות פחות מניות AAPL, ולכן שתי הפקודות שלהן הוקטנו ל־4.',
  ]);
  market.set('AAPL', '110.5');
  await server.services.orderEngine.pump();
  expect(heard()).toEqual([
    '4 AAPL at $110.50.',
    '4 AAPL במחיר $110.50.',
    'Your position in AAPL is closed, so its order was cancelled.',
    'הפוזיציה שלך ב־AAPL נסגרה, ולכן הפקודה שלה בוטלה.',
  ]);
  await trade('TSLA', 'short', 1900);
  await trader.post('/api/orders', buyLimit('90', { quantity: '1' }));
  heard();
  market.set('TSLA', '80');
  expect(await server.services.trading.forceCovers([trader.userId])).toBe(1);
  expect(heard().slice(2)).toEqual([
    'Your order in AAPL was cancelled: your shorts needed the cash it held.',
    'הפקודה שלך ב־AAPL בוטלה: המזומן שלה נדרש לשורטים.',
  ]);
  leave();
});

test('a cover that the trader asked for, and that took the cash of an order, is not called forced', async () => {
  const { trader, trade } = await stockTrader();
  await trade('TSLA', 'short', 400);
  await trader.post('/api/orders', buyLimit('90', { quantity: '880' }));
  const sentences: string[] = [];
  const leave = server.services.bus.subscribe((event) => {
    if (event.type === 'notice') sentences.push(server.services.say(event.message, 'en'));
  });
  market.set('TSLA', '150');
  await trade('TSLA', 'cover', 400);
  leave();
  expect(sentences).toEqual(['Your order in AAPL was cancelled: your shorts needed the cash it held.']);
});

test('nobody sees, changes or hears of the orders of others', async () => {
  const [trader, other] = [await server.register(), await server.register()];
  const heard = await socketOf(other);
  const ownSocket = await socketOf(trader);
  const { json } = await trader.post<Placed>('/api/orders', buyLimit('90'));
  const path = `/api/orders/${json.order.id}`;
  expect((await other.get(path)).status).toBe(404);
  expect((await other.send('DELETE', path)).status).toBe(404);
  expect((await other.send('PATCH', path, { limitPrice: '1' })).status).toBe(404);
  const event = await ownSocket.next((message) => message.type === 'order');
  expect(event).toMatchObject({ event: 'placed', order: { id: json.order.id, status: 'working' } });
  expect(heard.messages.filter((message) => message.type === 'order')).toEqual([]);
  ownSocket.close();
  heard.close();
  const body = buyLimit('90', { user_id: other.userId });
  expect((await trader.post('/api/orders', body)).json.code).toBe('NOT_YOU');
});

test('profile and portfolio tell what is held', async () => {
  const trader = await server.register();
  await trader.post('/api/orders', buyLimit('90'));
  expect((await trader.get('/api/user-profile')).json).toMatchObject({
    balance: '100000.00',
    available: '99100.00',
    held: '900.00',
    liveOrders: 1,
  });
  const { headers } = await trader.get('/api/portfolio');
  expect(['x-available', 'x-held', 'x-live-orders'].map((name) => headers.get(name))).toEqual([
    ...['99100.00', '900.00', '1'],
  ]);
});

describe('races', () => {
  test('one trader, everything at once: the books hold', async () => {
    const trader = await server.register();
    market.set('AAPL', '100');
    const jobs = Array.from({ length: 60 }, (_, n) => async () => {
      if (n % 6 === 0) market.set('AAPL', String(95 + (n % 11)));
      if (n % 3 === 0)
        return await trader.post('/api/orders', buyLimit(String(94 + (n % 9)), { quantity: '20' }));
      if (n % 3 === 1)
        return await trader.post('/api/trade', {
          user_id: trader.userId,
          symbol: 'AAPL',
          action: 'buy',
          quantity: 3,
        });
      return await trader.send('DELETE', '/api/orders');
    });
    const answers = await Promise.all(jobs.map((job) => job()));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await server.services.orderEngine.pump();
    await checkBooks();
    const [wrong] = await server.sql`
      select from accounts a where user_id = ${trader.userId}
        and cash is distinct from (select sum(amount) from ledger l where l.user_id = a.user_id and currency = 'USD')`;
    expect(wrong).toBeUndefined();
  });

  test('a price and a cancellation: filled or cancelled, never both, and nobody is told otherwise', async () => {
    const traders = await Promise.all(Array.from({ length: 12 }, () => server.register()));
    market.set('AAPL', '100');
    for (const trader of traders) {
      const { json } = await trader.post<Placed>('/api/orders', buyLimit('99'));
      const cancelled = trader.send<{ status: string; code: string }>(
        'DELETE',
        `/api/orders/${json.order.id}`,
      );
      market.set('AAPL', '98.5');
      const { status, json: answer } = await cancelled;
      const [row] = await server.sql<{ status: string; fills: number }[]>`
        select status, (select count(*)::integer from fills where order_id = ${json.order.id}) as fills
        from orders where id = ${json.order.id}`;
      const isCancelled = status === 200;
      if (!isCancelled) expect(answer.code).toBe('ORDER_FINAL');
      expect(row).toEqual(isCancelled ? { status: 'cancelled', fills: 0 } : { status: 'filled', fills: 1 });
      market.set('AAPL', '100');
    }
    await checkBooks();
  });
});

const order = (path: string) => (path === '/api/trade' ? { action: 'buy', quantity: '1' } : buyLimit('90'));

test('61: the end of the season fills what is due, and cancels the rest', async () => {
  const [due, waits] = [await server.register(), await server.register()];
  market.set('AAPL', '100');
  await due.post('/api/orders', buyLimit('99'));
  await waits.post('/api/orders', buyLimit('50', { takeProfit: { limitPrice: '60' } }));
  const several = await server.register();
  for (const level of ['51', '52', '53']) await several.post('/api/orders', buyLimit(level));
  const notices: string[] = [];
  const leave = server.services.bus.subscribe((event) => {
    if (event.type !== 'notice') return;
    const said = ['en', 'he'].map((locale) => server.services.say(event.message, locale as 'en' | 'he'));
    notices.push(`${event.userId}: ${said.join(' ')}`);
  });
  market.set('AAPL', '98');
  expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(200);
  leave();
  const toldOf = (trader: Client) => notices.filter((each) => each.startsWith(`${trader.userId}:`));
  expect(toldOf(waits)).toEqual([
    `${waits.userId}: The season is over, so your order in AAPL was cancelled. העונה הסתיימה, ולכן הפקודה שלך ב־AAPL בוטלה.`,
  ]);
  expect(toldOf(several)).toEqual([
    `${several.userId}: The season is over, so your 3 working orders were cancelled. העונה הסתיימה, ולכן 3 הפקודות הממתינות שלך בוטלו.`,
  ]);
  expect(toldOf(due)).toHaveLength(1);
  const rows = await server.sql<{ status: string; reason: string | null }[]>`
    select status, reason from orders where user_id in (${due.userId}, ${waits.userId}) order by user_id, id`;
  expect(rows.map(({ status, reason }) => `${status} ${reason}`)).toEqual([
    'filled null',
    'cancelled season_end',
    'cancelled season_end',
  ]);
  const [held] = await server.sql`select from accounts where held <> 0 or live_orders <> 0`;
  expect(held).toBeUndefined();
  expect(await orderFault(server.sql, season())).toBeNull();
  // the missing season is reported before any fault of the ticker
  for (const symbol of ['AAPL', 'NOPE']) {
    for (const path of ['/api/orders', '/api/orders/preview', '/api/trade']) {
      const { json } = await due.post(path, { ...order(path), symbol, user_id: due.userId });
      expect([path, symbol, json.code]).toEqual([path, symbol, 'COMPETITION_INACTIVE']);
    }
  }
});
