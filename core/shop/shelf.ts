/** What the shop shows of the catalogue: one shelf of a page at a time, or one item. Pure. */
import { type CatalogueItem, ITEM_TYPES, ITEMS, type ItemRarity, type ItemType } from './catalogue.ts';
import { offerOf, type Wallet } from './inventory.ts';

/** Items on a page. */
export const SHELF_SIZE = 12;

export type ShelfRequest = {
  type: ItemType;
  /** null: all of them. */
  rarity: ItemRarity | null;
  /** Only what these TKF buy and is not owned yet; null: all of them. */
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

/** One page of the items of a type, in the catalogue's order. Rubbish for a page gives the first. */
export function shelfOf({ type, rarity, within, page }: ShelfRequest): Shelf {
  const all = ITEMS.filter(
    (item) =>
      item.type === type &&
      (rarity === null || item.rarity === rarity) &&
      (!within || offerOf(item, within) === 'affordable'),
  );
  const pages = Math.max(1, Math.ceil(all.length / SHELF_SIZE));
  const shown = Math.min(pages, Math.max(1, Math.trunc(page) || 1));
  const from = (shown - 1) * SHELF_SIZE;
  return { items: all.slice(from, from + SHELF_SIZE), page: shown, pages, total: all.length };
}

/** Items beside a featured one in its strip. */
export const STRIP_SIZE = 8;

/** All items with the types mixed evenly: of each type so many as its share. */
const MIXED: readonly CatalogueItem[] = ITEM_TYPES.flatMap((type) => {
  const all = ITEMS.filter((item) => item.type === type);
  return all.map((item, i) => ({ item, at: (i + 0.5) / all.length }));
})
  .toSorted((a, b) => a.at - b.at)
  .map(({ item }) => item);
const SHINING = MIXED.filter(({ rarity }) => rarity === 'Clutch' || rarity === 'Imperial');

/** The featured items of a day, in order: each day begins with another one that shines. @param day days since 1970, UTC */
export function featuredOn(day: number): readonly CatalogueItem[] {
  // a step that shares no factor with their number, so that neighbours in type and rarity are days apart
  const first = MIXED.indexOf(SHINING[(day * 5) % SHINING.length]!);
  return [...MIXED.slice(first), ...MIXED.slice(0, first)];
}

export type Stand = {
  /** 1-based place among the featured items. */
  place: number;
  /** Round the ends. */
  previous: CatalogueItem;
  next: CatalogueItem;
  /** The items around it, itself among them. */
  strip: readonly CatalogueItem[];
};

/** Where a featured item stands among those of a day. */
export function standOf(item: CatalogueItem, featured: readonly CatalogueItem[]): Stand {
  const at = featured.indexOf(item);
  const nth = (i: number) => featured[(i + featured.length) % featured.length]!;
  const from = Math.min(Math.floor(at / STRIP_SIZE) * STRIP_SIZE, featured.length - STRIP_SIZE);
  return {
    place: at + 1,
    previous: nth(at - 1),
    next: nth(at + 1),
    strip: featured.slice(from, from + STRIP_SIZE),
  };
}
