/** The addresses of the shop. Defaults are left out, so that each view has one address. */
import { addressOf, pageField } from '#core/contract/address.ts';
import { type CatalogueItem, type ItemRarity, type ItemType, itemById } from '#core/shop/catalogue.ts';
import { asset } from '#framework/asset.ts';

export type ShopView =
  /** `item` is null for the first featured item of the day. */
  | { view: 'featured'; item: CatalogueItem | null }
  | {
      view: 'all';
      type: ItemType;
      rarity: ItemRarity | null;
      /** True to list only items that the reader can afford. */
      isWithin: boolean;
      page: number;
    };

/** Returns the address of a view of the shop. @param tried the item with an open preview */
export function shopHref(view: ShopView, tried?: CatalogueItem): string {
  if (view.view === 'featured') return addressOf('/shop', { item: view.item?.id, try: tried?.id });
  const { type, rarity, isWithin, page } = view;
  const tab = type !== 'banner' && type;
  return addressOf('/shop', {
    view: 'all',
    tab,
    rarity,
    can: isWithin && 1,
    ...pageField(page),
    try: tried?.id,
  });
}

/** Returns the URL of an item's picture; null without an item. @throws when the build lacks the file */
export function pictureOf(id: string | null): string | null {
  const item = id === null ? null : itemById(id);
  return item && asset(item.picture);
}
