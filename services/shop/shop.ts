/**
 * Buys and wears items. Purchases of a user run one after another in this process. A version number of the user's TKF
 * detects purchases by other processes and level rewards. `core/shop/inventory.ts` checks a purchase, and one statement
 * (db/queries/shop/items.ts) commits it.
 */
import type { WireProfile } from '#core/contract/account.ts';
import type { EquipAnswer, EquipRequest, PurchaseAnswer, ShopItem } from '#core/contract/shop.ts';
import { fail } from '#core/refusals/refusals.ts';
import { type CatalogueItem, DEFAULT_THEME_ITEM, ITEMS } from '#core/shop/catalogue.ts';
import {
  activeOf,
  demandAffordable,
  demandItem,
  inventoryOf,
  ownedOf,
  tooDear,
  type Wallet,
} from '#core/shop/inventory.ts';
import type { Sql } from '#db/client.ts';
import { commitPurchase, readWallet, takeOffItem, wearItem } from '#db/queries/shop/items.ts';
import { asset } from '#framework/asset.ts';
import type { Clock } from '../platform/clock.ts';
import { createQueue } from '../platform/concurrency.ts';
import { createAnswers, type Once, type UsedKey } from '../platform/idempotency.ts';
import type { Bus } from '../realtime/bus.ts';

export type Shop = ReturnType<typeof createShop>;

/** Most attempts of one purchase. An attempt fails when the user's TKF changes meanwhile. */
const ATTEMPTS = 40;

type Purchase = Omit<PurchaseAnswer, 'message'>;
type Change = Omit<EquipAnswer, 'message'>;

type Options = { idempotencyKey?: string | null };

type Deps = { sql: Sql; clock: Clock; bus: Pick<Bus, 'publish'> };

export function createShop(deps: Deps) {
  const { sql, clock, bus } = deps;
  const queue = createQueue<number>();
  const answers = createAnswers<Purchase | Change>({ sql, clock });

  async function wallet(userId: number): Promise<Wallet> {
    const row = await readWallet(sql, userId);
    return { ...inventoryOf(row), tkf: row.tkf };
  }

  /** Runs a user's requests one after another and notifies their open pages. A repeated key gets the first response. */
  async function once<Answer extends Purchase | Change>(
    userId: number,
    intent: readonly unknown[],
    { idempotencyKey: key }: Options,
    run: (used: UsedKey | null) => Promise<Answer>,
  ): Promise<Once<Answer>> {
    const done = await queue(userId, async () => {
      // the hash includes the kind of request, so the stored response is an Answer
      return (await answers.once(userId, key, intent, run)) as Once<Answer>;
    });
    if (!done.replayed) bus.publish({ type: 'items', userId, cause: key ?? undefined });
    return done;
  }

  return {
    wallet,

    /** Returns the catalogue, with the items that `userId` owns and wears. */
    async items(userId: number): Promise<ShopItem[]> {
      const { owned, active } = await wallet(userId);
      return ITEMS.map((item) => ({
        id: item.id,
        itemId: item.id,
        name: item.name,
        type: item.type,
        rarity: item.rarity,
        price: item.price,
        description: item.description,
        imageUrl: asset(item.picture),
        owned: owned.has(item.id),
        active: active[item.type] === item.id,
      }));
    },

    /**
     * Buys an item at its catalogue price.
     * @param word the item's id or another of its names
     * @throws AppError UNKNOWN_ITEM, ALREADY_OWNED, NOT_ENOUGH_TKF, INVALID for a malformed key, IDEMPOTENCY_MISMATCH,
     * UNAVAILABLE
     */
    async purchase(userId: number, word: string, options: Options = {}): Promise<Once<Purchase>> {
      const item = demandItem(word);
      return await once(userId, ['purchase', item.id], options, (key) => buy(deps, userId, item, key));
    },

    /**
     * Puts on an owned item in place of the worn item of its type, or takes it off. Repeating the call changes nothing.
     * @throws AppError UNKNOWN_ITEM, WRONG_ITEM_TYPE, NOT_OWNED, INVALID for a malformed key, IDEMPOTENCY_MISMATCH
     */
    async equip(
      userId: number,
      { itemId, type, unequip }: Omit<EquipRequest, 'next'>,
      options: Options = {},
    ): Promise<Once<Change>> {
      const item = demandItem(itemId, type);
      const intent = ['equip', item.id, unequip];
      return await once(userId, intent, options, (key) => change(deps, userId, item, unequip, key));
    },
  };
}

/** @throws AppError ALREADY_OWNED, NOT_ENOUGH_TKF, UNAVAILABLE */
async function buy(
  { sql, clock }: Deps,
  userId: number,
  item: CatalogueItem,
  key: UsedKey | null,
): Promise<Purchase> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = await readWallet(sql, userId);
    demandAffordable(item, { ...inventoryOf(row), tkf: row.tkf });
    // never: a user without a row has no TKF, and every item costs TKF
    if (row.version === null) throw tooDear(item, row.tkf);
    const answer = { itemId: item.id, price: item.price, tkf: row.tkf - item.price };
    const done = await commitPurchase(sql, {
      userId,
      version: row.version,
      item,
      at: new Date(clock.now()),
      stored: key && { ...key, response: JSON.stringify(answer) },
    });
    if (!done) continue;
    return answer;
  }
  throw fail('UNAVAILABLE');
}

/** @throws AppError NOT_OWNED */
async function change(
  { sql, clock }: Deps,
  userId: number,
  item: CatalogueItem,
  unequip: boolean,
  key: UsedKey | null,
): Promise<Change> {
  const { type, id: itemId } = item;
  const answer = { itemId, type, equipped: !unequip };
  const stored = key && { ...key, response: JSON.stringify(answer) };
  const what = { userId, type, at: new Date(clock.now()), stored };
  // everybody owns the default theme: putting it on takes off the worn theme
  const isFree = itemId === DEFAULT_THEME_ITEM;
  const done =
    unequip || isFree
      ? await takeOffItem(sql, { ...what, itemId: unequip ? itemId : null, isFree })
      : await wearItem(sql, { ...what, itemId });
  if (!done) throw fail('NOT_OWNED');
  return answer;
}

type ProfileItems = Pick<
  WireProfile,
  | 'ownedBanners'
  | 'ownedThemes'
  | 'ownedBadges'
  | 'ownedLogos'
  | 'activeBanner'
  | 'activeLogo'
  | 'activeBadge'
  | 'activeTheme'
>;

/**
 * Returns a profile's fields about items: banners, badges and logos by picture URL, owned themes by name, the active
 * theme by id.
 */
export function profileItems(inventory: Omit<Wallet, 'tkf'>): ProfileItems {
  const pictures = (type: 'banner' | 'badge' | 'logo') =>
    ownedOf(inventory, type).map((item) => asset(item.picture));
  const picture = (type: 'banner' | 'badge' | 'logo') => {
    const item = activeOf(inventory, type);
    return item && asset(item.picture);
  };
  return {
    ownedBanners: pictures('banner'),
    ownedThemes: ownedOf(inventory, 'theme').map((item) => item.name),
    ownedBadges: pictures('badge'),
    ownedLogos: pictures('logo'),
    activeBanner: picture('banner'),
    activeLogo: picture('logo'),
    activeBadge: picture('badge'),
    activeTheme: inventory.active.theme ?? DEFAULT_THEME_ITEM,
  };
}
