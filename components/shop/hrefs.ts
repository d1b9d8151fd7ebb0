/** The addresses of the shop. What is the default is left out, so that one view has one address. */
import { type CatalogueItem, ITEMS, type ItemType, type Rarity } from '#core/shop/catalogue.ts';

export type ShopView =
  | { view: 'featured'; item: CatalogueItem }
  | { view: 'all'; type: ItemType; rarity: Rarity | null; page: number };

/** @param tried the item whose try-on is open */
export function shopHref(view: ShopView, tried?: CatalogueItem): string {
  const query = new URLSearchParams();
  if (view.view === 'featured') {
    if (view.item !== ITEMS[0]) query.set('item', view.item.id);
  } else {
    query.set('view', 'all');
    if (view.type !== 'banner') query.set('tab', view.type);
    if (view.rarity) query.set('rarity', view.rarity);
    if (view.page > 1) query.set('page', String(view.page));
  }
  if (tried) query.set('try', tried.id);
  const text = query.toString();
  return text === '' ? '/shop' : `/shop?${text}`;
}
