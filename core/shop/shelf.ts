/** What the shop shows of the catalogue: one shelf of a page at a time, or one item. Pure. */
import { type CatalogueItem, ITEMS, type ItemType, type Rarity } from './catalogue.ts';

/** Items on a page. */
export const SHELF_SIZE = 12;

export type ShelfRequest = {
  type: ItemType;
  /** null: all of them. */
  rarity: Rarity | null;
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
export function shelfOf({ type, rarity, page }: ShelfRequest): Shelf {
  const all = ITEMS.filter((item) => item.type === type && (rarity === null || item.rarity === rarity));
  const pages = Math.max(1, Math.ceil(all.length / SHELF_SIZE));
  const shown = Math.min(pages, Math.max(1, Math.trunc(page) || 1));
  const from = (shown - 1) * SHELF_SIZE;
  return { items: all.slice(from, from + SHELF_SIZE), page: shown, pages, total: all.length };
}

/** Items beside a featured one in its strip. */
export const STRIP_SIZE = 8;

export type Stand = {
  /** 1-based place in the catalogue. */
  place: number;
  /** Round the catalogue's ends. */
  previous: CatalogueItem;
  next: CatalogueItem;
  /** The items around it, itself among them. */
  strip: readonly CatalogueItem[];
};

/** Where a featured item stands. */
export function standOf(item: CatalogueItem): Stand {
  const at = ITEMS.indexOf(item);
  const nth = (i: number) => ITEMS[(i + ITEMS.length) % ITEMS.length]!;
  const from = Math.min(Math.floor(at / STRIP_SIZE) * STRIP_SIZE, ITEMS.length - STRIP_SIZE);
  return {
    place: at + 1,
    previous: nth(at - 1),
    next: nth(at + 1),
    strip: ITEMS.slice(from, from + STRIP_SIZE),
  };
}
