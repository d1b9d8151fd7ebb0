import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { PortfolioItem, PriceAnswer, TradeRow } from '#core/contract/positions.ts';
import type { TradeAnswer } from '#core/contract/trade.ts';
import { writeQuantity } from '#core/money/money.ts';
import { quantityMicros } from '#core/money/units.ts';
import type { Client } from '../helpers/client.ts';
import { flashOf } from '../helpers/flash.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

type Refusal = {
  error: string;
  message: string;
  code: string;
  issues?: { path: string; code: string; message: string }[];
};

let server: TestServer;
let market: HeldMarket;
let ann: Client;
let bob: Client;
beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50' });
  server = await startServer({ market });
  await server.services.seasons.start(null);
  [ann, bob] = [await server.register(), await server.register()];
});
afterAll(() => server?.stop());

/** All tables with money, as text. */
async function books(): Promise<string> {
  const tables = [
    'accounts',
    'positions',
    'fills',
    'closed_trades',
    'ledger',
    'progress',
    'idempotency_keys',
  ];
  const rows = await Promise.all(
    tables.map((table) => server.sql.unsafe(`select * from ${table} order by 1, 2`)),
  );
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

const CENT = 100_000_000n;

/** The first quantity above `after` whose worth at a price ends in `part`/100 of a cent. */
function quantityWith(price: bigint, part: bigint, after: bigint): bigint {
  let quantity = after + 1n;
  while (((price * quantity) % CENT) / (CENT / 100n) !== part) quantity += 1n;
  return quantity;
}

/** A refusal has both sentences and a code but no stack, as in docs/rules/07-accounts.md 7. */
function checkRefusal(answer: { status: number; text: string; json: unknown }, status: number, code: string) {
  const body = answer.json as Refusal;
  expect([answer.status, body.code]).toEqual([status, code]);
  expect(body.error).toBe(body.message);
  expect(body.message.length).toBeGreaterThan(0);
  expect(answer.text).not.toMatch(/\bat .*:\d+:\d+|node_modules|select |insert /);
}

describe('POST /api/trade', () => {
  test('199 orders at a standing price, of quantities that half-up rounding would pay for, earn nothing', async () => {
    market.set('F', '12.3457');
    const price = 123_457n;
    for (const [open, close] of [
      ['buy', 'sell'],
      ['short', 'cover'],
    ]) {
      const attacker = await server.register();
      const send = async (order: Record<string, unknown>) => {
        const answer = await attacker.post<TradeAnswer>('/api/trade', {
          user_id: attacker.userId,
          symbol: 'F',
          ...order,
        });
        expect(answer.status).toBe(200);
        return Number(answer.json.cash);
      };
      const sizes = (part: bigint, count: number) =>
        Array.from({ length: count }).reduce<bigint[]>(
          (all) => [...all, quantityWith(price, part, all.at(-1) ?? 1_000_000n)],
          [],
        );
      // rounding half up would take almost half a cent too little a hundred times, and pay as much too much
      for (const quantity of sizes(49n, 100))
        await send({ action: open, quantity: writeQuantity(quantityMicros(quantity)) });
      for (const quantity of sizes(51n, 98))
        await send({ action: close, quantity: writeQuantity(quantityMicros(quantity)) });
      const cash = await send({ action: close, closeAll: true });
      expect(cash).toBeLessThanOrEqual(100_000);
      // each order is at most a cent worse than the exact sum
      expect(cash).toBeGreaterThan(100_000 - 1.99);
      const [row] = await server.sql<{ cash: string; ledger: string; realised: string }[]>`
        select cash, realised_pnl as realised, (select sum(amount) from ledger l
          where l.user_id = a.user_id and l.season_id = a.season_id) as ledger
        from accounts a where user_id = ${attacker.userId}`;
      expect([Number(row!.ledger), Number(row!.realised)]).toEqual([
        cash,
        Math.round((cash - 100_000) * 100) / 100,
      ]);
    }
  });

  test('the answer of a buy and what the portfolio and the trades say then', async () => {
    const eve = await server.register();
    const body = { user_id: eve.userId, symbol: 'aapl', action: 'buy', quantity: 10, quotedPrice: 99.5 };
    const bought = await eve.post<TradeAnswer>('/api/trade', body);
    expect(bought.status).toBe(200);
    expect(bought.json).toMatchObject({
      action: 'buy',
      quantity: 10,
      symbol: 'AAPL',
      price: 100,
      cash: '99000.00',
      quotedPrice: 99.5,
      source: 'simulated',
    });
    expect(bought.json.quoteAgeMs).toBeGreaterThanOrEqual(0);
    await eve.post('/api/trade', { user_id: eve.userId, symbol: 'TSLA', action: 'short', amount: '500' });
    market.set('TSLA', '40');
    const { json: items } = await eve.get<PortfolioItem[]>('/api/portfolio');
    market.set('TSLA', '50');
    expect(items).toEqual([
      {
        symbol: 'AAPL',
        type: 'long',
        buyPrice: 100,
        sellPrice: null,
        currentPrice: 100,
        quantity: 10,
        value: 1000,
        pnl: 0,
        pnlPercent: 0,
        allocation: 1,
      },
      {
        symbol: 'TSLA',
        type: 'short',
        buyPrice: 50,
        sellPrice: 50,
        currentPrice: 40,
        quantity: 10,
        value: 600,
        pnl: 100,
        pnlPercent: 20,
        allocation: 0.6,
      },
    ]);
    const { json: rows } = await ann.get<TradeRow[]>(`/api/all-trades/${eve.userId}`);
    expect(
      rows.map((row) => [row.symbol, row.is_short, row.buy_price, row.close_position_timestamp]),
    ).toEqual([
      ['TSLA', true, '50.0000', null],
      ['AAPL', false, '100.0000', null],
    ]);
    const { json: profile } = await eve.get<{ balance: string }>('/api/user-profile');
    expect(profile.balance).toBe('98500.00');
  });

  test('50 equal keys at once: one fill, the rest are replays', async () => {
    const eve = await server.register();
    const body = { user_id: eve.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => eve.post('/api/trade', body, { 'idempotency-key': 'one-intent' })),
    );
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((a) => a.text)).size).toBe(1);
    expect(answers.filter((a) => a.headers.get('idempotent-replay') === 'true')).toHaveLength(49);
    expect(await server.sql`select from fills where user_id = ${eve.userId}`).toHaveLength(1);
    const other = await eve.post('/api/trade', { ...body, quantity: 2 }, { 'idempotency-key': 'one-intent' });
    checkRefusal(other, 422, 'IDEMPOTENCY_MISMATCH');
  });

  test('50 orders for 10% of the cash at once: exactly 10 fill', async () => {
    const eve = await server.register();
    const body = { user_id: eve.userId, symbol: 'AAPL', action: 'buy', amount: 10_000 };
    const answers = await Promise.all(Array.from({ length: 50 }, () => eve.post('/api/trade', body)));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(10);
    for (const answer of answers.filter((a) => a.status !== 200))
      checkRefusal(answer, 409, 'NOT_ENOUGH_CASH');
    const [row] = await server.sql`
      select cash, (select sum(amount) from ledger where user_id = ${eve.userId}) as ledger
      from accounts where user_id = ${eve.userId}`;
    expect(row).toEqual({ cash: '0.00', ledger: '0.00' });
  });

  test('a refusal carries what the ticket needs, also when it is sent again', async () => {
    const eve = await server.register();
    const body = { user_id: eve.userId, symbol: 'AAPL', action: 'buy', quantity: 1001 };
    const refused = await eve.post<Refusal & { maxQuantity: string }>('/api/trade', body, {
      'idempotency-key': 'k',
    });
    checkRefusal(refused, 409, 'NOT_ENOUGH_CASH');
    expect(refused.json.maxQuantity).toBe('1000');
    expect(refused.json.message).toContain('1000');
    const again = await eve.post('/api/trade', body, { 'idempotency-key': 'k' });
    expect([again.text, again.headers.get('idempotent-replay')]).toEqual([refused.text, null]);
    const moved = await eve.post<Refusal & { price: number }>('/api/trade', {
      ...body,
      quantity: 1,
      quotedPrice: 98,
    });
    checkRefusal(moved, 409, 'PRICE_MOVED');
    expect(moved.json.price).toBe(100);
  });

  test('a short that eats its collateral is covered by the ranking pass, and the row says so', async () => {
    const eve = await server.register();
    await eve.post('/api/trade', { user_id: eve.userId, symbol: 'TSLA', action: 'short', quantity: 2000 });
    const rows = async () => (await eve.get<TradeRow[]>(`/api/all-trades/${eve.userId}`)).json;
    market.set('TSLA', '76.92');
    await server.services.leaderboard.pass(true);
    expect((await rows())[0]!.close_reason).toBeNull();
    market.set('TSLA', '76.93');
    await server.services.leaderboard.pass(true);
    market.set('TSLA', '50');
    expect((await rows())[0]).toMatchObject({ close_reason: 'forced_cover', pnl: '-53860.00' });
  });

  test('a form goes back to its page with the sentence', async () => {
    const eve = await server.register();
    const fields = {
      user_id: String(eve.userId),
      symbol: 'AAPL',
      action: 'buy',
      mode: 'quantity',
      quantity: '10',
      amount: '',
      next: '/chart?symbol=AAPL',
      intent: 'form-1',
    };
    for (const _ of ['sent', 'sent again by the back button']) {
      const posted = await eve.form('/api/trade', fields, { referer: `${server.url}/chart` });
      expect([posted.status, posted.headers.get('location')]).toEqual([303, '/chart?symbol=AAPL']);
      expect(flashOf(server.services, eve.cookies)).toMatchObject({
        kind: 'success',
        title: 'Trade Executed',
        message: 'BUY 10 shares of AAPL at $100.00',
      });
    }
    expect(await server.sql`select from fills where user_id = ${eve.userId}`).toHaveLength(1);
    await eve.form('/api/trade', { ...fields, quantity: '1', intent: 'form-9' });
    expect(flashOf(server.services, eve.cookies)).toMatchObject({
      message: 'BUY 1 share of AAPL at $100.00',
    });
    market.set('F', '0.9876');
    await eve.form('/api/trade', { ...fields, symbol: 'F', quantity: '1', intent: 'form-10' });
    expect(flashOf(server.services, eve.cookies)).toMatchObject({ message: 'BUY 1 share of F at $0.9876' });
    const refused = await eve.form(
      '/api/trade',
      { ...fields, quantity: '0', intent: 'form-2' },
      {
        referer: `${server.url}/chart?symbol=AAPL`,
      },
    );
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/chart?symbol=AAPL']);
    expect(flashOf(server.services, eve.cookies)).toMatchObject({
      kind: 'error',
      title: 'Invalid Quantity',
      message: 'At least 1 share and at most 1,000,000,000, with up to 6 decimals.',
    });
    const evil = await eve.form('/api/trade', { ...fields, next: '//evil.example/', intent: 'form-3' });
    expect(evil.headers.get('location')).toBe('/');
  });
});

describe('bad input changes nothing', () => {
  const order = () => ({ user_id: ann.userId, symbol: 'AAPL', action: 'buy', quantity: 1 });
  const json = (text: string) => ({
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
  });
  const raw = (quantity: string) =>
    `{"user_id":${ann.userId},"symbol":"AAPL","action":"buy","quantity":${quantity}}`;

  test('bodies of /api/trade', async () => {
    const booksBefore = await books();
    const long = '9'.repeat(50_000);
    const cases: [string, number, string][] = [
      ['{', 400, 'BAD_JSON'],
      ['', 422, 'INVALID'],
      ['null', 422, 'INVALID'],
      ['[]', 422, 'INVALID'],
      ['"buy"', 422, 'INVALID'],
      ['{}', 422, 'INVALID'],
      [raw('NaN'), 400, 'BAD_JSON'],
      [raw('Infinity'), 400, 'BAD_JSON'],
      [raw('01'), 400, 'BAD_JSON'],
      [raw('1e400'), 422, 'INVALID_QUANTITY'],
      [raw('1e2'), 422, 'INVALID_QUANTITY'],
      [raw('1E0'), 422, 'INVALID_QUANTITY'],
      [raw('-1'), 422, 'INVALID_QUANTITY'],
      [raw('-0'), 422, 'INVALID_QUANTITY'],
      [raw('0.5'), 422, 'INVALID_QUANTITY'],
      [raw('1.0000001'), 422, 'INVALID_QUANTITY'],
      [raw('1000000001'), 422, 'INVALID_QUANTITY'],
      [raw(long), 422, 'INVALID_QUANTITY'],
      [raw(`"${long}"`), 422, 'INVALID_QUANTITY'],
      [raw('"NaN"'), 422, 'INVALID_QUANTITY'],
      [raw('"1e2"'), 422, 'INVALID_QUANTITY'],
      [raw('"1e400"'), 422, 'INVALID_QUANTITY'],
      [raw('true'), 422, 'INVALID_QUANTITY'],
      [raw('{"$gt":0}'), 422, 'INVALID_QUANTITY'],
      [raw('[1]'), 422, 'INVALID_QUANTITY'],
      [raw('null'), 422, 'INVALID_QUANTITY'],
      [raw('1,"amount":5'), 422, 'INVALID_QUANTITY'],
      [raw('null,"amount":"1.001"'), 422, 'INVALID_AMOUNT'],
      [raw('null,"amount":0'), 422, 'INVALID_AMOUNT'],
      [raw('null,"amount":1e2'), 422, 'INVALID_AMOUNT'],
      [raw('1,"quotedPrice":"x"'), 422, 'INVALID'],
      [raw('1,"action":"steal"'), 422, 'INVALID'],
      [raw(`1,"user_id":${bob.userId}`), 403, 'NOT_YOU'],
      [raw('1,"user_id":"1 or 1=1"'), 403, 'NOT_YOU'],
      [raw('1,"symbol":"NOPE"'), 404, 'UNKNOWN_SYMBOL'],
      [raw('1,"symbol":"../../etc"'), 404, 'UNKNOWN_SYMBOL'],
      [raw(`1,"symbol":"AA\\"PL'"`), 404, 'UNKNOWN_SYMBOL'],
      [raw(`1,"symbol":"${'A'.repeat(200)}"`), 404, 'UNKNOWN_SYMBOL'],
      [raw(`1,"symbol":"${'A'.repeat(60_000)}"`), 422, 'INVALID'],
      [raw('1,"symbol":"\\u0000"'), 404, 'UNKNOWN_SYMBOL'],
      [raw('1,"action":"sell"'), 409, 'NOT_ENOUGH_SHARES'],
      [raw('1,"action":"cover","closeAll":true'), 409, 'NOT_ENOUGH_SHARES'],
      [raw(`1,"pad":"${'x'.repeat(70_000)}"`), 413, 'TOO_LARGE'],
    ];
    for (const [body, status, code] of cases) {
      const answer = await ann.request('/api/trade', json(body));
      try {
        checkRefusal(answer, status, code);
      } catch (error) {
        throw new Error(`${body.slice(0, 120)}: ${answer.status} ${answer.text.slice(0, 200)}`, {
          cause: error,
        });
      }
    }
    expect(await books()).toBe(booksBefore);
  });

  test('the sentences of the catalogue', async () => {
    const quantity = await ann.post<Refusal>('/api/trade', { ...order(), quantity: 0 });
    expect(quantity.json.error).toBe('Invalid Quantity');
    const amount = await ann.post<Refusal>('/api/trade', { ...order(), quantity: undefined, amount: 0 });
    expect(amount.json.error).toBe('Invalid Amount');
    expect(amount.json.issues).toEqual([
      { path: 'amount', code: 'amountRule', message: 'At least $1.00, up to 2 decimals.' },
    ]);
  });

  test('who may not, and how it may not be asked', async () => {
    const booksBefore = await books();
    checkRefusal(await server.visitor().post('/api/trade', order()), 401, 'SIGNED_OUT');
    checkRefusal(
      await ann.post('/api/trade', order(), { origin: 'https://evil.example' }),
      403,
      'BAD_ORIGIN',
    );
    checkRefusal(await ann.request('/api/trade'), 405, 'METHOD_NOT_ALLOWED');
    checkRefusal(
      await ann.request('/api/trade', {
        method: 'PUT',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      }),
      405,
      'METHOD_NOT_ALLOWED',
    );
    checkRefusal(
      await ann.request('/api/trade', {
        method: 'POST',
        body: '<a/>',
        headers: { 'content-type': 'text/xml' },
      }),
      415,
      'UNSUPPORTED_TYPE',
    );
    checkRefusal(
      await ann.post('/api/trade', order(), { 'idempotency-key': 'x'.repeat(300) }),
      422,
      'INVALID',
    );
    expect(await books()).toBe(booksBefore);
  });

  test('/api/price, /api/all-trades', async () => {
    const { json: price } = await ann.get<PriceAnswer>('/api/price?symbol=aapl');
    expect(price).toMatchObject({ symbol: 'AAPL', price: 100, source: 'simulated', stale: false });
    const unknown = ['NOPE', '../../etc', "A'B", '%22', 'A'.repeat(200), ''];
    for (const symbol of unknown) {
      checkRefusal(await ann.get(`/api/price?symbol=${symbol}`), 404, 'UNKNOWN_SYMBOL');
    }
    checkRefusal(await ann.get('/api/price?symbol=%00'), 400, 'BAD_REQUEST');
    checkRefusal(await ann.get('/api/price'), 422, 'INVALID');
    expect((await ann.get('/api/price?symbol=AAPL&symbol=TSLA')).status).toBeLessThan(500);
    checkRefusal(await server.visitor().get('/api/price?symbol=AAPL'), 401, 'SIGNED_OUT');
    checkRefusal(await server.visitor().get('/api/portfolio'), 401, 'SIGNED_OUT');
    checkRefusal(await ann.get('/api/all-trades/2147483647'), 404, 'UNKNOWN_TRADER');
    for (const id of ['0', '-1', 'me', '1e3', '99999999999', '1;drop', '%00']) {
      const answer = await ann.get(`/api/all-trades/${id}`);
      expect([id, answer.status >= 400 && answer.status < 500]).toEqual([id, true]);
    }
  });

  test('nobody trades when no competition is active, admins try things', async () => {
    const boss = await server.admin();
    await server.services.seasons.end(boss.userId);
    const booksBefore = await books();
    checkRefusal(await ann.post('/api/trade', order()), 409, 'COMPETITION_INACTIVE');
    expect(await books()).toBe(booksBefore);
    const tried = await boss.post('/api/trade', { ...order(), user_id: boss.userId });
    expect(tried.status).toBe(200);
  });
});

describe('every way out of a position, in quantities that half-up rounding would pay for', () => {
  const PRICES = { F: '12.3457', KO: '33.3333', X: '187.3401' };
  const units = (symbol: keyof typeof PRICES) => BigInt(PRICES[symbol].replace('.', ''));
  let pit: TestServer;
  let prices: HeldMarket;
  beforeAll(async () => {
    prices = heldMarket(PRICES);
    pit = await startServer({ market: prices });
    await pit.services.seasons.start(null);
  });
  afterAll(() => pit?.stop());

  /** Opens a position in `count` slices, each worth just under half a cent more than whole cents. */
  async function open(trader: Client, symbol: keyof typeof PRICES, action: 'buy' | 'short', count: number) {
    let quantity = 1_000_000n;
    for (let n = 0; n < count; n++) {
      quantity = quantityWith(units(symbol), 49n, quantity);
      const size = writeQuantity(quantityMicros(quantity));
      const order = { user_id: trader.userId, symbol, action, quantity: size };
      expect((await trader.post('/api/trade', order)).status).toBe(200);
    }
  }

  /** Compares the cash of an account without positions with the sum of its fills before any rounding. */
  async function checkFlat(trader: Client, least: number): Promise<void> {
    const [row] = await pit.sql<{ fills: number; open: number; gains: boolean; loses: boolean }[]>`
      select f.fills, a.cash > f.fair as gains, a.cash <= f.fair - 0.01 * f.fills as loses,
        (select count(*)::int from positions p where p.season_id = a.season_id and p.user_id = a.user_id
          and p.quantity > 0) as open
      from accounts a, lateral (select count(*)::int as fills, 100000 + sum(price * quantity
          * case when action in ('sell', 'short') then 1 else -1 end) as fair
        from fills where season_id = a.season_id and user_id = a.user_id) f
      where a.user_id = ${trader.userId} order by a.season_id limit 1`;
    expect(row).toMatchObject({ open: 0, gains: false, loses: false });
    expect(row!.fills).toBeGreaterThanOrEqual(least);
  }

  test('closing several positions at once', async () => {
    const trader = await pit.register();
    await open(trader, 'F', 'buy', 25);
    await open(trader, 'KO', 'short', 25);
    await open(trader, 'X', 'buy', 25);
    const positions = ['F:long', 'KO:short', 'X:long'];
    expect((await trader.post('/api/positions/close', { positions })).status).toBe(200);
    await checkFlat(trader, 78);
  });

  test('limits that fill at once, and the targets and stops they bring along', async () => {
    const trader = await pit.register();
    let quantity = 1_000_000n;
    for (let n = 0; n < 40; n++) {
      quantity = quantityWith(units('KO'), 49n, quantity);
      const exits = { takeProfit: { limitPrice: '35' }, stopLoss: { stopPrice: '31' } };
      const entry = { symbol: 'KO', action: 'buy', type: 'limit', limitPrice: '34', ...exits };
      const order = { ...entry, quantity: writeQuantity(quantityMicros(quantity)) };
      expect((await trader.post('/api/orders', order)).status).toBe(201);
      if (n % 20 < 19) continue;
      prices.set('KO', n < 20 ? '35.1235' : '30.9877');
      await pit.services.orderEngine.pump();
      prices.set('KO', PRICES.KO);
    }
    await checkFlat(trader, 80);
  });

  test('a forced cover', async () => {
    const trader = await pit.register();
    await open(trader, 'F', 'short', 40);
    const [account] = await pit.sql<
      { cash: string }[]
    >`select cash from accounts where user_id = ${trader.userId}`;
    const rest = { user_id: trader.userId, symbol: 'F', action: 'short', amount: account!.cash };
    expect((await trader.post('/api/trade', rest)).status).toBe(200);
    prices.set('F', '19.1359');
    expect(await pit.services.trading.forceCovers([trader.userId!])).toBe(1);
    prices.set('F', PRICES.F);
    await checkFlat(trader, 42);
  });

  test('the end of the season', async () => {
    const trader = await pit.register();
    await open(trader, 'F', 'short', 25);
    await open(trader, 'X', 'buy', 25);
    await pit.services.seasons.end(null);
    const [result] = await pit.sql<{ equity: string }[]>`
      select equity from results where user_id = ${trader.userId}`;
    await pit.services.seasons.reset(null);
    await checkFlat(trader, 52);
    const [account] = await pit.sql<{ cash: string }[]>`
      select cash from accounts where user_id = ${trader.userId} order by season_id limit 1`;
    expect(account!.cash).toBe(result!.equity);
  });
});
