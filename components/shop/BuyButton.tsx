import type { CatalogueItem } from '#core/shop/catalogue.ts';
import { type Offer, offerOf, type Wallet } from '#core/shop/inventory.ts';
import { useT } from '#framework/page.tsx';
import { itemNameId } from '../items/ItemCard.tsx';
import { Icon } from '../ui/Icon.tsx';

type Props = {
  item: CatalogueItem;
  wallet: Wallet;
  /** Path the form leads back to. */
  here: string;
  /** Size and place of the button. */
  look?: string;
  /** Alone on the page: the longer words. */
  large?: boolean;
  /** Id of the element that names the item. */
  describedBy?: string;
};

const words = (offer: Exclude<Offer, 'affordable'>, large: boolean) =>
  offer === 'owned' ? 'shop:owned' : large ? 'shop:insufficientTkf' : 'shop:insufficient';

/** BUY, or why not. A plain form; islands/ShopForms.ts sends it without leaving the page. */
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
      <input type="hidden" name="itemId" value={item.id} />
      <input type="hidden" name="next" value={here} />
      <button type="submit" className={`btn btn-primary ${look}`} aria-describedby={describedBy}>
        {t('shop:buy')}
      </button>
    </form>
  );
}

/** The price, as long as it is one the reader can pay. */
export const hasPrice = (item: CatalogueItem, wallet: Wallet) => offerOf(item, wallet) === 'affordable';
