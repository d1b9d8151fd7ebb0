import { formatNumber } from '#core/locale/format.ts';
import type { CatalogueItem } from '#core/shop/catalogue.ts';
import { type Offer, offerOf, type Wallet } from '#core/shop/inventory.ts';
import { useT } from '#framework/page.tsx';
import { Bdi, Tkf } from '../ui/figures.tsx';
import { HiddenFields } from '../ui/HiddenFields.tsx';
import { Icon } from '../ui/Icon.tsx';
import { itemNameId } from './ItemCard.tsx';

type Props = {
  item: CatalogueItem;
  wallet: Wallet;
  /** Path that the form leads back to. */
  here: string;
  /** Classes for the button's size and position. */
  look?: string;
  /** True for a large button, whose text has space to say that TKF are missing. */
  large?: boolean;
  /** Id of the element with the item's name. */
  describedBy?: string;
};

const words = (offer: Exclude<Offer, 'affordable'>, large: boolean) =>
  offer === 'owned' ? 'shop:owned' : large ? 'shop:insufficientTkf' : 'shop:insufficient';

/** The form that buys an item, or the reason why it cannot be bought. islands/ShopForms.ts sends it by fetch. */
export function BuyButton({ item, wallet, here, look = 'btn-small', large = false, ...props }: Props) {
  const t = useT();
  const { describedBy = itemNameId(item) } = props;
  const offer = offerOf(item, wallet);
  if (offer !== 'affordable') {
    return (
      <button type="button" className={`btn btn-secondary ${look}`} disabled aria-describedby={describedBy}>
        {offer === 'owned' && <Icon name="check" />}
        {t(words(offer, large))}
      </button>
    );
  }
  return (
    <form method="post" action="/api/shop/purchase" data-buy={item.id} className="contents">
      <HiddenFields fields={{ itemId: item.id, next: here }} />
      <button type="submit" className={`btn btn-primary ${look}`} aria-describedby={describedBy}>
        {t('shop:buy')}
      </button>
    </form>
  );
}

type PriceProps = { item: CatalogueItem; wallet: Wallet; look?: string };

/** The price of an item; small and without the coin once the item is owned. */
export function Price({ item: { id, price }, wallet, look = 'text-h3' }: PriceProps) {
  const t = useT();
  if (price === 0) return <span className="text-small text-paper-3">{t('shop:free')}</span>;
  if (!wallet.owned.has(id)) return <Tkf amount={price} look={look} />;
  return <Bdi className="text-small text-paper-3">{formatNumber(price)} TKF</Bdi>;
}

/** The line below the button: the missing TKF, the balance after buying, or that the item is owned. */
export function Reach({ item, wallet }: Omit<PriceProps, 'look'>) {
  const t = useT();
  const offer = offerOf(item, wallet);
  if (offer === 'owned')
    return (
      <p className="shop-reach">
        {t(wallet.active[item.type] === item.id ? 'shop:worn' : 'shop:inInventory')}
      </p>
    );
  const missing = item.price - wallet.tkf;
  if (offer === 'affordable')
    return <p className="shop-reach">{t('shop:leaves', { tkf: formatNumber(-missing) })}</p>;
  return (
    <p className="shop-reach">
      <span className="shop-reach-bar" aria-hidden="true">
        <span style={{ inlineSize: `${(100 * wallet.tkf) / item.price}%` }} />
      </span>
      {t('shop:toGo', { tkf: formatNumber(missing) })}
    </p>
  );
}
