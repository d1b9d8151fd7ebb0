/** The items a trader owns and wears, and whether the trader may buy another. Pure. */
import { type AppError, fail } from '../refusals/refusals.ts';
import {
  type CatalogueItem,
  DEFAULT_THEME_ITEM,
  ITEM_TYPES,
  ITEMS,
  type ItemType,
  itemById,
  resolveItem,
} from './catalogue.ts';

export type Inventory = {
  /** Ids, including the default theme. */
  owned: ReadonlySet<string>;
  /** The worn item of each type, null when none is worn; a theme is always active. */
  active: Readonly<Record<ItemType, string | null>>;
};
export type Wallet = Inventory & { tkf: number };

/** The gift for the first steps: a banner and a badge. */
export const FIRST_STEPS_GIFT: readonly CatalogueItem[] = ['banner_1', 'badge_1'].map((id) => itemById(id)!);

/** Returns the inventory of stored ids. @param stored bought and worn items, without the default theme */
export function inventoryOf(stored: {
  owned: readonly string[];
  active: { [type in ItemType]?: string };
}): Inventory {
  const active = Object.fromEntries(ITEM_TYPES.map((type) => [type, stored.active[type] ?? null]));
  return {
    owned: new Set([DEFAULT_THEME_ITEM, ...stored.owned]),
    active: { ...(active as Inventory['active']), theme: stored.active.theme ?? DEFAULT_THEME_ITEM },
  };
}

/** Returns the owned items of a type, in the catalogue's order. */
export function ownedOf(inventory: Inventory, type: ItemType): CatalogueItem[] {
  return ITEMS.filter((item) => item.type === type && inventory.owned.has(item.id));
}

export function activeOf(inventory: Inventory, type: ItemType): CatalogueItem | null {
  const id = inventory.active[type];
  return id === null ? null : itemById(id);
}

/** The state of an item for a trader, which chooses the text of its button. */
export type Offer = 'owned' | 'affordable' | 'insufficient';
export function offerOf(item: CatalogueItem, wallet: Pick<Wallet, 'owned' | 'tkf'>): Offer {
  if (wallet.owned.has(item.id)) return 'owned';
  return wallet.tkf < item.price ? 'insufficient' : 'affordable';
}

/**
 * Returns the cheapest item that the trader does not own, the first of equals, when the trader can buy none; null when
 * the trader can buy one or owns all.
 */
export function nearestItem(
  items: readonly CatalogueItem[],
  wallet: Pick<Wallet, 'owned' | 'tkf'>,
): CatalogueItem | null {
  if (items.some((item) => offerOf(item, wallet) === 'affordable')) return null;
  const missing = items.filter((item) => offerOf(item, wallet) === 'insufficient');
  return missing.toSorted((a, b) => a.price - b.price)[0] ?? null;
}

/** Checks that a trader may buy an item. @throws AppError ALREADY_OWNED, NOT_ENOUGH_TKF */
export function demandAffordable(item: CatalogueItem, wallet: Pick<Wallet, 'owned' | 'tkf'>): void {
  const offer = offerOf(item, wallet);
  if (offer === 'owned') throw fail('ALREADY_OWNED');
  if (offer === 'insufficient') throw tooDear(item, wallet.tkf);
}

/** Returns NOT_ENOUGH_TKF for an item that costs more than `tkf`. */
export function tooDear({ name, price }: CatalogueItem, tkf: number): AppError {
  return fail('NOT_ENOUGH_TKF', { params: { item: name, tkfPrice: price, tkf }, details: { price, tkf } });
}

/**
 * Returns the item of a client's word, see `resolveItem`.
 * @param type the type the client expects
 * @throws AppError UNKNOWN_ITEM, WRONG_ITEM_TYPE
 */
export function demandItem(word: string, type?: ItemType): CatalogueItem {
  const item = resolveItem(word);
  if (!item) throw fail('UNKNOWN_ITEM');
  if (type && item.type !== type)
    throw fail('WRONG_ITEM_TYPE', { params: { item: item.name, itemType: type } });
  return item;
}
