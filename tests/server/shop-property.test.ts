/** Whatever trades, purchases and equips run at once in several processes, the books stay right on a real database. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { AppError } from '#core/refusals/refusals.ts';
import { ITEM_TYPES, ITEMS } from '#core/shop/catalogue.ts';
import { createShop, type Shop } from '#services/shop/shop.ts';
import type { Trader, Trading } from '#services/trading/trading.ts';
import { auditItems, giveTkf } from '../helpers/tkf.ts';
import { type Floor, openFloor } from '../helpers/trading.ts';

let floor: Floor;
/** Two processes, each with its own queues. */
let desks: { trading: Trading; shop: Shop }[];
beforeAll(async () => {
  floor = await openFloor({ AAPL: '100' });
  const { sql, bus } = floor;
  desks = [0, 1].map(() => ({
    trading: floor.another(),
    shop: createShop({ sql, clock: { now: Date.now }, bus }),
  }));
});
afterAll(() => floor.close());

/** Few items, so that one is often wanted twice; some can be paid for and some never. */
const CHOICE = [
  'banner_1',
  'banner_2',
  'logo_1',
  'logo_17',
  'badge_1',
  'theme_0',
  'theme_1',
  'theme_13',
  'no_item',
];

type Step =
  | { kind: 'close'; percent: number }
  | { kind: 'purchase'; itemId: string }
  | { kind: 'equip'; itemId: string; type: (typeof ITEM_TYPES)[number]; unequip: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  // up to 150% of profit, which is more than a level in one trade
  fc.record({ kind: fc.constant('close' as const), percent: fc.integer({ min: -20, max: 150 }) }),
  fc.record({ kind: fc.constant('purchase' as const), itemId: fc.constantFrom(...CHOICE) }),
  fc.constantFrom(...CHOICE).chain((itemId) =>
    fc.record({
      kind: fc.constant('equip' as const),
      itemId: fc.constant(itemId),
      // sometimes the wrong type
      type: fc.oneof(
        { weight: 5, arbitrary: fc.constant(ITEMS.find((item) => item.id === itemId)?.type ?? 'banner') },
        { weight: 1, arbitrary: fc.constantFrom(...ITEM_TYPES) },
      ),
      unequip: fc.boolean(),
    }),
  ),
);
/** The steps of one batch run at once, each at either process. */
const plan = fc.array(
  fc.array(fc.record({ step, desk: fc.nat({ max: 1 }) }), { minLength: 1, maxLength: 6 }),
  { minLength: 4, maxLength: 8 },
);

async function take(trader: Trader, each: Step, { trading, shop }: (typeof desks)[number]): Promise<void> {
  if (each.kind === 'purchase') await shop.purchase(trader.id, each.itemId);
  else if (each.kind === 'equip') await shop.equip(trader.id, each);
  else {
    floor.market.set('AAPL', '100');
    await trading.execute(trader, floor.order(trader, { action: 'buy', quantity: 1 }));
    floor.market.set('AAPL', String(100 + each.percent));
    await trading.execute(trader, floor.order(trader, { action: 'sell', quantity: 1 }));
  }
}

test('any interleaving of closes, purchases and equips', async () => {
  const tally = { bought: 0, worn: 0, refused: new Set<string>() };
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 400 }), plan, async (tkf, batches) => {
      const trader = await floor.join();
      await giveTkf(floor.sql, trader.id, tkf);
      for (const batch of batches) {
        const done = await Promise.allSettled(batch.map((b) => take(trader, b.step, desks[b.desk]!)));
        for (const each of done) {
          if (each.status === 'fulfilled') continue;
          // a refusal, never a crash
          if (!(each.reason instanceof AppError) || each.reason.status >= 500) throw each.reason;
          tally.refused.add(each.reason.code);
        }
        const { owned, worn } = await auditItems(floor.sql, trader.id);
        tally.bought += owned;
        tally.worn += worn;
        await floor.audit(trader);
      }
    }),
    { numRuns: 40 },
  );
  // the plans did buy, equip and get refused
  expect(tally.bought).toBeGreaterThan(0);
  expect(tally.worn).toBeGreaterThan(0);
  for (const code of ['NOT_ENOUGH_TKF', 'ALREADY_OWNED', 'NOT_OWNED', 'UNKNOWN_ITEM']) {
    expect([...tally.refused]).toContain(code);
  }
});

test('level rewards and a purchase at the same moment: both count', async () => {
  const trader = await floor.join();
  for (let round = 0; round < 10; round += 1) {
    floor.market.set('AAPL', '10');
    await floor.send(trader, { action: 'buy', quantity: 1 });
    // 500% give 500 XP: at first more than a level, later less
    floor.market.set('AAPL', '60');
    await Promise.allSettled([
      desks[0]!.trading.execute(trader, floor.order(trader, { action: 'sell', quantity: 1 })),
      desks[1]!.shop.purchase(trader.id, `banner_${round + 1}`),
      desks[0]!.shop.purchase(trader.id, `logo_${round + 1}`),
    ]);
    await auditItems(floor.sql, trader.id);
    await floor.audit(trader);
  }
  const { spent, tkf } = await auditItems(floor.sql, trader.id);
  expect(spent).toBeGreaterThan(0);
  // 5,000 XP: level 9
  expect(spent + tkf).toBe(9 * 50);
});
