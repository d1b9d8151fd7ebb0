import type { ReactNode } from 'react';
import { type CatalogueItem, DEFAULT_THEME_ITEM, type ItemType } from '#core/shop/catalogue.ts';
import { useT } from '#framework/page.tsx';
import { ItemCard, itemNameId } from '../shop/ItemCard.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { HiddenFields } from '../ui/HiddenFields.tsx';
import { Icon } from '../ui/Icon.tsx';

type ItemsProps = {
  type: ItemType;
  /** The reader's items of this type, in the catalogue's order. */
  owned: readonly CatalogueItem[];
  active: CatalogueItem | null;
  here: string;
};

/** The items of one type that the reader owns, to equip or take off. */
export function Items({ type, owned, active, here }: ItemsProps) {
  const t = useT();
  // the default theme does not count as an item, because everybody owns it
  const hasNone = owned.every((item) => item.id === DEFAULT_THEME_ITEM);
  return (
    <>
      <h2 className="sr-only">{t(`items:owned_${type}`)}</h2>
      {owned.length > 0 && (
        <ul className="item-grid">
          {owned.map((item) => (
            <ItemCard key={item.id} item={item} type={t(`items:type_${type}`)}>
              <Buttons item={item} isActive={item.id === active?.id} here={here} />
            </ItemCard>
          ))}
        </ul>
      )}
      {hasNone && (
        <div className={owned.length > 0 ? 'mt-4' : undefined}>
          <EmptyState shape="circle" action={<LinkButton href="/shop">{t('profile:toShop')}</LinkButton>}>
            {t(`items:none_${type}`)}
          </EmptyState>
        </div>
      )}
    </>
  );
}

type ButtonsProps = { item: CatalogueItem; isActive: boolean; here: string };

function Buttons({ item, isActive, here }: ButtonsProps) {
  const t = useT();
  const form = { item, here, describedBy: itemNameId(item) };
  if (!isActive) {
    return (
      <EquipForm {...form} busy={t('profile:equipping')} look="btn-primary">
        {t('profile:equip')}
      </EquipForm>
    );
  }
  return (
    <>
      <button
        type="button"
        className="btn btn-small btn-secondary"
        disabled
        aria-describedby={form.describedBy}
      >
        <Icon name="check" />
        {t('profile:equipped')}
      </button>
      {item.id !== DEFAULT_THEME_ITEM && (
        <EquipForm {...form} unequip busy={t('profile:removing')} look="btn-secondary">
          {t('profile:unequip')}
        </EquipForm>
      )}
    </>
  );
}

type EquipFormProps = {
  item: CatalogueItem;
  unequip?: boolean;
  /** Path that the form leads back to. */
  here: string;
  /** The button's text while a request is in flight. */
  busy: string;
  look: string;
  describedBy?: string;
  children: ReactNode;
};

/** Equips an item or takes it off. A plain form; islands/EquipForms.ts sends it without leaving the page. */
export function EquipForm({
  item,
  unequip = false,
  here,
  busy,
  look,
  describedBy,
  children,
}: EquipFormProps) {
  return (
    <form method="post" action="/api/user/equip-item" data-equip={item.id}>
      <HiddenFields fields={{ itemId: item.id, type: item.type, unequip: String(unequip), next: here }} />
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
