/** The pages of the shop: the items of a page, and the featured items of a day. Pure. */
import { pageCount } from '../contract/pages.ts';
import { type CatalogueItem, ITEM_TYPES, ITEMS, type ItemRarity, type ItemType } from './catalogue.ts';
import { nearestItem, offerOf, type Wallet } from './inventory.ts';

/** The most items on a page. */
export const SHELF_SIZE = 12;

export type ShelfRequest = {
  type: ItemType;
  /** Null: all rarities. */
  rarity: ItemRarity | null;
  /** Only items this wallet can buy; null: all items. */
  within?: Wallet | null;
  /** 1-based; clamped. */
  page: number;
};
export type Shelf = {
  items: readonly CatalogueItem[];
  page: number;
  pages: number;
  /** Items on all pages. */
  total: number;
};

/** Returns one page of the items of a type, in the catalogue's order; an invalid page gives the first. */
export function shelfOf({ type, rarity, within, page }: ShelfRequest): Shelf {
  const all = ITEMS.filter(
    (item) =>
      item.type === type &&
      (rarity === null || item.rarity === rarity) &&
      (!within || offerOf(item, within) === 'affordable'),
  );
  const pages = pageCount(all.length, SHELF_SIZE);
  const number = Math.min(pages, Math.max(1, Math.trunc(page) || 1));
  const from = (number - 1) * SHELF_SIZE;
  return { items: all.slice(from, from + SHELF_SIZE), page: number, pages, total: all.length };
}

/** Items in the strip below a featured item. */
export const STRIP_SIZE = 8;

/** All items, with the types mixed evenly. */
const MIXED: readonly CatalogueItem[] = ITEM_TYPES.flatMap((type) => {
  const all = ITEMS.filter((item) => item.type === type);
  return all.map((item, i) => ({ item, share: (i + 0.5) / all.length }));
})
  .toSorted((a, b) => a.share - b.share)
  .map(({ item }) => item);
const SHINING = MIXED.filter(({ rarity }) => rarity === 'Clutch' || rarity === 'Imperial');

/** Returns the featured items of a day, in order; each day begins with another rare item. @param day days since 1970, UTC */
export function featuredOn(day: number): readonly CatalogueItem[] {
  // 5 has no common factor with the number of rare items, so each rare item gets a day. A step above 1 keeps items of
  // one type and rarity days apart.
  const first = MIXED.indexOf(SHINING[(day * 5) % SHINING.length]!);
  return [...MIXED.slice(first), ...MIXED.slice(0, first)];
}

/**
 * Returns the featured items of a day for a trader. When the trader can buy none of them, the cheapest missing item
 * comes first, to try on.
 * @param wallet null for a wallet that cannot be read
 */
export function featuredFor(day: number, wallet: Wallet | null): readonly CatalogueItem[] {
  const featured = featuredOn(day);
  const nearest = wallet && nearestItem(featured, wallet);
  return nearest ? [nearest, ...featured.filter((item) => item !== nearest)] : featured;
}

export type Stand = {
  /** 1-based number among the featured items. */
  place: number;
  /** The list wraps around: the last item precedes the first. */
  previous: CatalogueItem;
  next: CatalogueItem;
  /** STRIP_SIZE featured items, the item among them. */
  strip: readonly CatalogueItem[];
};

/** Returns the neighbours of a featured item on a day. */
export function standOf(item: CatalogueItem, featured: readonly CatalogueItem[]): Stand {
  const index = featured.indexOf(item);
  const nth = (i: number) => featured[(i + featured.length) % featured.length]!;
  const from = Math.min(Math.floor(index / STRIP_SIZE) * STRIP_SIZE, featured.length - STRIP_SIZE);
  return {
    place: index + 1,
    previous: nth(index - 1),
    next: nth(index + 1),
    strip: featured.slice(from, from + STRIP_SIZE),
  };
}
