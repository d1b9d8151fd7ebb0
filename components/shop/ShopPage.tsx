import { ITEMS } from '#core/shop/catalogue.ts';
import type { Wallet } from '#core/shop/inventory.ts';
import { shelfOf } from '#core/shop/shelf.ts';
import { useT } from '#framework/page.tsx';
import { Tkf } from '../items/Tkf.tsx';
import { Icon } from '../ui/Icon.tsx';
import { SegmentLinks } from '../ui/Segmented.tsx';
import { Featured } from './Featured.tsx';
import { FullShop } from './FullShop.tsx';
import { type ShopView, shopHref } from './hrefs.ts';
import { type Trial, TryOn } from './TryOn.tsx';

type Props = {
  view: ShopView;
  /** null when it could not be read. */
  wallet: Wallet | null;
  trial: Trial | null;
};

/** /shop */
export function ShopPage({ view, wallet, trial }: Props) {
  const t = useT();
  return (
    <>
      {/* under an open try-on nothing can be reached */}
      <div inert={trial !== null}>
        <header className="shop-head">
          <h1 className="text-h1" tabIndex={-1}>
            {t('shop:title')}
          </h1>
          <div className="shop-views">
            <SegmentLinks
              label={t('shop:views')}
              segments={[
                {
                  href: shopHref({ view: 'featured', item: ITEMS[0]! }),
                  label: t('shop:featured'),
                  current: view.view === 'featured',
                },
                {
                  href: shopHref({ view: 'all', type: 'banner', rarity: null, page: 1 }),
                  label: t('shop:all'),
                  current: view.view === 'all',
                },
              ]}
            />
          </div>
          {wallet && (
            <p className="shop-balance">
              <span className="sr-only">{t('shop:balance')} </span>
              <Tkf amount={wallet.tkf} look="text-stat" />
            </p>
          )}
        </header>
        <Body view={view} wallet={wallet} />
        <p className="mt-7 text-small text-paper-3">{t('shop:earned')}</p>
      </div>
      <div>{trial && wallet && <TryOn {...trial} wallet={wallet} back={shopHref(view)} />}</div>
    </>
  );
}

function Body({ view, wallet }: Pick<Props, 'view' | 'wallet'>) {
  const t = useT();
  if (!wallet) {
    return (
      <p role="alert" className="mt-7 flex items-center gap-2 text-loss">
        <Icon name="circle-alert" />
        {t('shop:error')}
      </p>
    );
  }
  if (view.view === 'featured') return <Featured item={view.item} wallet={wallet} />;
  const { type, rarity } = view;
  return <FullShop shelf={shelfOf(view)} type={type} rarity={rarity} wallet={wallet} />;
}
