import type { ReactNode } from 'react';
import type { TranslationKey } from '#build/i18n.gen.ts';
import { type CatalogueItem, RARITIES, type ItemRarity as RarityName } from '#core/shop/catalogue.ts';
import { asset } from '#framework/asset.ts';
import { useT } from '#framework/page.tsx';

type Props = {
  item: CatalogueItem;
  type: string;
  description?: string;
  children: ReactNode;
};

/** Returns the id of the element with the item's name, for `aria-describedby` of the item's buttons. */
export const itemNameId = (item: CatalogueItem) => `item-${item.id}`;

export function ItemCard({ item, type, description, children }: Props) {
  return (
    <li className="item-card cut-14" data-item={item.id} data-rarity={item.rarity}>
      <div className="item-body cut-14">
        <div className={`item-art item-art-${item.type}`}>
          <img src={asset(item.picture)} alt="" loading="lazy" />
        </div>
        <div className="flex flex-1 flex-col p-3.5">
          <p className="flex items-center justify-between gap-2">
            <Rarity rarity={item.rarity} />
            <span className="text-caption text-paper-3">{type}</span>
          </p>
          <h3 id={itemNameId(item)} className="mt-2 text-h3">
            <bdi>{item.name}</bdi>
          </h3>
          {description && (
            <p className="text-caption text-paper-3">
              <bdi>{description}</bdi>
            </p>
          )}
          <div className="mt-auto flex flex-wrap items-center justify-end gap-2 pt-3">{children}</div>
        </div>
      </div>
    </li>
  );
}

/** Text in a rarity's colour. The class names are literals, so that the build finds them. */
const RARITY_TEXT: Record<RarityName, string> = {
  Basic: 'text-rarity-basic',
  Silver: 'text-rarity-silver',
  Platinum: 'text-rarity-platinum',
  Clutch: 'text-rarity-clutch',
  Imperial: 'text-rarity-imperial',
};

/**
 * The rarity of an item as slanted pips, one to five of them filled, and as a word, so that colour is never the only
 * sign.
 */
export function Rarity({ rarity }: { rarity: RarityName }) {
  const t = useT();
  const reached = RARITIES.indexOf(rarity) + 1;
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-caption font-500 ${RARITY_TEXT[rarity]}`}
      data-rarity={rarity}
    >
      <svg className="h-2.25 w-8.5 rtl:flip-x" viewBox="0 0 34 9" aria-hidden="true">
        {RARITIES.map((each, i) => (
          <path
            key={each}
            d={`M${i * 7 + 2} 0h4l-2 9h-4Z`}
            fill={i < reached ? 'currentColor' : 'var(--line-2)'}
          />
        ))}
      </svg>
      <bdi>{t(`shop:rarity_${rarity}`)}</bdi>
    </span>
  );
}

/** Returns a function that returns an item's description in the reader's language (items.json). */
export function useAbout(): (item: CatalogueItem) => string {
  const t = useT();
  return (item) => t(`items:${item.id}` as TranslationKey);
}
