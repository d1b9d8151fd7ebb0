import { itemById } from '#core/shop/catalogue.ts';
import { asset } from '#framework/asset.ts';

/** Returns the URL of an item's picture; null for no item. @throws when the build lacks the file */
export function pictureOf(id: string | null): string | null {
  const item = id === null ? null : itemById(id);
  return item && asset(item.picture);
}
