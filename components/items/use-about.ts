import type { TranslationKey } from '#build/i18n.gen.ts';
import type { CatalogueItem } from '#core/shop/catalogue.ts';
import { useT } from '#framework/page.tsx';

/** An item's description in the reader's language: locales/…/items.json has one for each id. */
export function useAbout(): (item: CatalogueItem) => string {
  const t = useT();
  return (item) => t(`items:${item.id}` as TranslationKey);
}
