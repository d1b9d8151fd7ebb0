import type { ReactNode } from 'react';
import type { CatalogueItem } from '#core/shop/catalogue.ts';
import { asset } from '#framework/asset.ts';
import { Rarity } from './Rarity.tsx';

type Props = {
  item: CatalogueItem;
  /** What kind of thing it is, in the reader's language. */
  type: string;
  description?: string;
  /** What can be done about it: price, buttons. */
  children: ReactNode;
};

/** Id of the element that names an item on the page: what its buttons are about. */
export const itemNameId = (item: CatalogueItem) => `item-${item.id}`;

/** A thing to win: its picture, how rare it is, its name. */
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
