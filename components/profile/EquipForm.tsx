import type { ReactNode } from 'react';
import type { CatalogueItem } from '#core/shop/catalogue.ts';

type Props = {
  item: CatalogueItem;
  unequip?: boolean;
  /** Path the form leads back to. */
  here: string;
  /** What the button reads while the answer is awaited. */
  busy: string;
  look: string;
  /** Id of the element that names the item. */
  describedBy?: string;
  children: ReactNode;
};

/** Puts an item on or takes it off. A plain form; islands/EquipForms.ts sends it without leaving the page. */
export function EquipForm({ item, unequip = false, here, busy, look, describedBy, children }: Props) {
  return (
    <form method="post" action="/api/user/equip-item" data-equip={item.id}>
      <input type="hidden" name="itemId" value={item.id} />
      <input type="hidden" name="type" value={item.type} />
      <input type="hidden" name="unequip" value={String(unequip)} />
      <input type="hidden" name="next" value={here} />
      <button
        type="submit"
        className={`btn btn-small ${look}`}
        data-busy={busy}
        aria-describedby={describedBy}
      >
        {children}
      </button>
    </form>
  );
}
