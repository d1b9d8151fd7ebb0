/** The addresses of the shop. Defaults are left out, so that each view has one address. */
import { type CatalogueItem, type ItemRarity, type ItemType, itemById } from '#core/shop/catalogue.ts';
import { asset } from '#framework/asset.ts';

export type ShopView =
  /** Null is the first one of the day. */
  | { view: 'featured'; item: CatalogueItem | null }
  | {
      view: 'all';
      type: ItemType;
      rarity: ItemRarity | null;
      /** True to list only items that the reader can afford. */
      isWithin: boolean;
      page: number;
    };

/** @param tried the item whose try-on is open */
export function shopHref(view: ShopView, tried?: CatalogueItem): string {
  const query = new URLSearchParams();
  if (view.view === 'featured') {
    if (view.item) query.set('item', view.item.id);
  } else {
    query.set('view', 'all');
    if (view.type !== 'banner') query.set('tab', view.type);
    if (view.rarity) query.set('rarity', view.rarity);
    if (view.isWithin) query.set('can', '1');
    if (view.page > 1) query.set('page', String(view.page));
  }
  if (tried) query.set('try', tried.id);
  const text = query.toString();
  return text === '' ? '/shop' : `/shop?${text}`;
}

/** Returns the URL of an item's picture; null for no item. @throws when the build lacks the file */
export function pictureOf(id: string | null): string | null {
  const item = id === null ? null : itemById(id);
  return item && asset(item.picture);
}
