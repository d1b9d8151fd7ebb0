/** Gives simulated traders a past: levels, bought items, and the TKF paid for them. */
import { LEVEL_REWARD_TKF, xpAtLevel } from '#core/progress/xp.ts';
import { type CatalogueItem, ITEMS, type ItemType } from '#core/shop/catalogue.ts';
import type { Sql } from '#db/client.ts';
import { grantCareer, type SimulatedTrader } from '#db/seed.ts';
import type { Shop } from '../shop/shop.ts';

/** Levels reached before, from trader to trader: beginners, regulars, a few veterans. */
const LEVELS = [5, 0, 9, 3, 12, 2, 1, 7, 4, 0, 16, 6] as const;
/** Types of items that most traders buy first. */
const WISHES = ['logo', 'banner', 'badge'] as const satisfies readonly ItemType[];

/**
 * Gives every trader without XP an earlier career and lets them spend its TKF in the shop, like everybody: the ledger
 * tells of each reward and purchase.
 */
export async function wearItems(
  { sql, shop }: { sql: Sql; shop: Pick<Shop, 'purchase' | 'equip'> },
  traders: readonly SimulatedTrader[],
): Promise<void> {
  for (const [i, { id }] of traders.entries()) {
    const level = LEVELS[i % LEVELS.length]!;
    const career = { level, xp: xpAtLevel(level) + ((i * 37) % 100), tkfPerLevel: LEVEL_REWARD_TKF };
    if (!(await grantCareer(sql, id, career))) continue;
    for (const { id: itemId, type } of inventory(i, level * LEVEL_REWARD_TKF)) {
      await shop.purchase(id, itemId);
      await shop.equip(id, { itemId, type, unequip: false });
    }
  }
}

/** Returns one item of each type as far as the TKF reach, the dearest first; `taste` varies the choice. */
function inventory(taste: number, tkf: number): CatalogueItem[] {
  let budget = tkf;
  return WISHES.flatMap((type) => {
    const affordable = ITEMS.filter((item) => item.type === type && item.price <= budget);
    const dearest = Math.max(...affordable.map((item) => item.price));
    const choice = affordable.filter((item) => item.price === dearest);
    const item = choice[(taste * 7) % choice.length];
    if (!item) return [];
    budget -= item.price;
    return [item];
  });
}
