import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeCents } from '#core/money/money.ts';
import type { Executed, Trader } from '#services/trading/trading.ts';
import { type Floor, openFloor } from '../helpers/trading.ts';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor({ AAPL: '100', TSLA: '50' });
});
afterAll(() => floor.close());

const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((r) => (r.status === 'rejected' ? [r.reason.code ?? String(r.reason)] : []));
const fills = async (trader: Trader) =>
  (await floor.sql`select from fills where user_id = ${trader.id}`).length;

describe('many at once', () => {
  test('50 orders for 10% of the cash: exactly 10 fill', async () => {
    const ann = await floor.join();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => floor.send(ann, { action: 'buy', amount: '10000' })),
    );
    expect(codes(results)).toEqual(Array.from({ length: 40 }, () => 'NOT_ENOUGH_CASH'));
    expect(await fills(ann)).toBe(10);
    expect(writeCents((await floor.audit(ann)).cash)).toBe('0.00');
  });

  test('the same from four processes', async () => {
    const bob = await floor.join();
    const desks = Array.from({ length: 4 }, () => floor.another());
    const order = floor.order(bob, { action: 'buy', amount: '10000' });
    const answers: Promise<Executed>[] = [];
    for (let n = 0; n < 48; n += 1) answers.push(desks[n % 4]!.execute(bob, order));
    const refused = codes(await Promise.allSettled(answers));
    expect(refused).toEqual(Array.from({ length: 38 }, () => 'NOT_ENOUGH_CASH'));
    expect(await fills(bob)).toBe(10);
    await floor.audit(bob);
  });

  test('buys and sells of many traders and processes leave every book exact', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => floor.join()));
    const desks = [floor.trading, floor.another()];
    const bodies = [
      { action: 'buy', quantity: 30 },
      { action: 'sell', quantity: 7 },
      { action: 'short', quantity: 30, symbol: 'TSLA' },
      { action: 'cover', quantity: '3.333333', symbol: 'TSLA' },
      { action: 'buy', amount: '123.45' },
      { action: 'sell', closeAll: true },
    ];
    const results = await Promise.allSettled(
      people.flatMap((trader) =>
        bodies.flatMap((body, n) =>
          [0, 1].map((k) => desks[(n + k) % 2]!.execute(trader, floor.order(trader, body))),
        ),
      ),
    );
    expect(codes(results).filter((code) => code !== 'NOT_ENOUGH_SHARES')).toEqual([]);
    for (const trader of people) await floor.audit(trader);
    await floor.checkLedger();
  });

  test('a trader and the forced cover at the same moment: one of them wins, the books are exact', async () => {
    const cyd = await floor.join();
    floor.market.set('TSLA', '50');
    await floor.send(cyd, { symbol: 'TSLA', action: 'short', quantity: 2000 });
    floor.market.set('TSLA', '80');
    const results = await Promise.allSettled([
      floor.another().forceCovers([cyd.id]),
      floor.trading.forceCovers([cyd.id]),
      floor.another().execute(cyd, floor.order(cyd, { symbol: 'TSLA', action: 'cover', closeAll: true })),
    ]);
    expect(codes(results).every((code) => code === 'NOT_ENOUGH_SHARES')).toBe(true);
    expect(await fills(cyd)).toBe(2);
    expect(writeCents((await floor.audit(cyd)).cash)).toBe('40000.00');
    floor.market.set('TSLA', '50');
  });
});

describe('Idempotency-Key', () => {
  const buy = { action: 'buy', quantity: 1 };

  test('50 equal keys at once: one fill, 49 replays of its answer', async () => {
    const dan = await floor.join();
    const answers = await Promise.all(Array.from({ length: 50 }, () => floor.send(dan, buy, 'once')));
    expect(answers.filter((a) => !a.replayed)).toHaveLength(1);
    expect(new Set(answers.map((a) => JSON.stringify(a.answer))).size).toBe(1);
    expect(await fills(dan)).toBe(1);
    await floor.audit(dan);
  });

  test('the same from four processes', async () => {
    const eve = await floor.join();
    const order = floor.order(eve, buy);
    const desks = Array.from({ length: 4 }, () => floor.another());
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) => desks[n % 4]!.execute(eve, order, { idempotencyKey: 'once' })),
    );
    expect(answers.filter((a) => !a.replayed)).toHaveLength(1);
    expect(await fills(eve)).toBe(1);
  });

  test('the answer is the first one although price and cash moved on; keys of two traders do not meet', async () => {
    const [fay, gus] = [await floor.join(), await floor.join()];
    floor.market.set('AAPL', '100');
    const first = await floor.send(fay, buy, 'key');
    floor.market.set('AAPL', '110');
    await floor.send(fay, buy);
    expect(await floor.send(fay, { ...buy, quantity: '1.0' }, 'key')).toEqual({
      answer: first.answer,
      replayed: true,
    });
    expect((await floor.send(gus, buy, 'key')).replayed).toBe(false);
    floor.market.set('AAPL', '100');
  });

  test('another body under a used key is refused', async () => {
    const hal = await floor.join();
    await floor.send(hal, buy, 'k');
    for (const other of [{ quantity: 2 }, { symbol: 'TSLA' }, { action: 'short' }, { quotedPrice: 100 }]) {
      await expect(floor.send(hal, { ...buy, ...other }, 'k')).rejects.toMatchObject({
        code: 'IDEMPOTENCY_MISMATCH',
        status: 422,
      });
    }
    expect(await fills(hal)).toBe(1);
  });

  test('a refusal changed nothing and is no answer: the key is judged anew, and may stand for another order', async () => {
    const ida = await floor.join();
    const sell = { action: 'sell', quantity: 1 };
    await expect(floor.send(ida, sell, 'k')).rejects.toMatchObject({
      code: 'NOT_ENOUGH_SHARES',
      status: 409,
    });
    await expect(floor.send(ida, sell, 'other')).rejects.toMatchObject({ code: 'NOT_ENOUGH_SHARES' });
    await floor.send(ida, { action: 'buy', quantity: 5 }, 'other');
    expect((await floor.send(ida, sell, 'k')).replayed).toBe(false);
    expect((await floor.send(ida, sell, 'k')).replayed).toBe(true);
    await expect(floor.send(ida, sell, 'other')).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
    expect(await fills(ida)).toBe(2);
  });

  test('all the cash on one key from four processes: the one fill answers those that would be refused', async () => {
    const joe = await floor.join();
    floor.market.set('AAPL', '100');
    const order = floor.order(joe, { action: 'buy', quantity: 1000 });
    const desks = Array.from({ length: 4 }, () => floor.another());
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => desks[n % 4]!.execute(joe, order, { idempotencyKey: 'all-in' })),
    );
    expect(answers.filter((a) => !a.replayed)).toHaveLength(1);
    expect(await fills(joe)).toBe(1);
  });

  test('a failure of ours is no answer: the same key may try again', async () => {
    const jim = await floor.join();
    const down = floor.another({
      ...floor.market,
      quote: async (symbol) => ({ ...(await floor.market.quote(symbol)), asOfMs: 0 }),
    });
    const order = floor.order(jim, buy);
    await expect(down.execute(jim, order, { idempotencyKey: 'k' })).rejects.toMatchObject({ status: 503 });
    expect((await floor.trading.execute(jim, order, { idempotencyKey: 'k' })).replayed).toBe(false);
    expect(await fills(jim)).toBe(1);
  });

  test.each(['', 'a b', 'x'.repeat(201), 'ключ', 'a\u0000'])('the key %p is refused', async (key) => {
    const kim = await floor.join();
    await expect(floor.send(kim, buy, key)).rejects.toMatchObject({ code: 'INVALID', status: 422 });
    expect(await fills(kim)).toBe(0);
  });

  test('answers older than a day are forgotten', async () => {
    const lea = await floor.join();
    await floor.send(lea, buy, 'old');
    await floor.sql`update idempotency_keys set created_at = now() - interval '25 hours' where user_id = ${lea.id}`;
    expect(await floor.trading.forgetAnswers()).toBe(1);
    expect((await floor.send(lea, buy, 'old')).replayed).toBe(false);
  });
});
