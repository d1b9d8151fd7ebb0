import { type CatalogueItem, ITEM_TYPES, type ItemRarity, RARITIES } from '#core/shop/catalogue.ts';
import { offerOf, type Wallet } from '#core/shop/inventory.ts';
import type { Shelf } from '#core/shop/shelf.ts';
import { useT } from '#framework/page.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLinks, TabLinks } from '../ui/Links.tsx';
import { BuyButton, Price, Reach } from './BuyButton.tsx';
import { type ShopView, shopHref } from './hrefs.ts';
import { ItemCard, useAbout } from './ItemCard.tsx';

type Props = { shelf: Shelf; view: ShopView & { view: 'all' }; wallet: Wallet };

export function FullShop({ shelf, view, wallet }: Props) {
  const t = useT();
  const about = useAbout();
  const { items, page, pages, total } = shelf;
  const { type, isWithin } = view;
  const hrefOf = (n: number) => shopHref({ ...view, page: n });
  return (
    <>
      <div className="shop-bar">
        <div className="min-w-0 flex-1">
          <TabLinks
            label={t('shop:tabs')}
            tabs={ITEM_TYPES.map((each) => ({
              // another tab starts at its first page
              href: shopHref({ ...view, type: each, page: 1 }),
              label: t(`items:tab_${each}`),
              current: each === type,
            }))}
          />
        </div>
        <div className="shop-tools">
          <RarityFilter view={view} />
          <a
            className="tool !h-9 coarse:!h-11 aria-[current=true]:border-paper aria-[current=true]:bg-ink-4"
            href={shopHref({ ...view, isWithin: !isWithin, page: 1 })}
            aria-current={isWithin ? 'true' : undefined}
          >
            {isWithin && <Icon name="check" />}
            {t('shop:canBuy')}
          </a>
          <div className="shop-pages">
            <PageLinks page={page} pages={pages} hrefOf={hrefOf} always />
          </div>
          {pages === 1 && <span className="shop-count">{t('shop:count', { count: total })}</span>}
        </div>
      </div>
      <p role="status" className="sr-only">
        {t('shop:shown', { total, page, pages })}
      </p>
      <h2 className="sr-only">{t(`items:tab_${type}`)}</h2>
      {total === 0 && <EmptyState>{t('shop:nothing')}</EmptyState>}
      <ul className="item-grid mt-5">
        {items.map((item) => (
          <ItemCard key={item.id} item={item} type={t(`items:type_${type}`)} description={about(item)}>
            <Offer
              item={item}
              wallet={wallet}
              here={hrefOf(page)}
              tryHref={shopHref({ ...view, page }, item)}
            />
          </ItemCard>
        ))}
      </ul>
    </>
  );
}

type OfferProps = { item: CatalogueItem; wallet: Wallet; here: string; tryHref: string };

function Offer({ item, wallet, here, tryHref }: OfferProps) {
  const t = useT();
  const isShort = offerOf(item, wallet) === 'insufficient';
  return (
    <>
      <span className={isShort ? 'w-full' : 'me-auto lt-md:w-full'}>
        <Price item={item} wallet={wallet} />
      </span>
      {isShort ? (
        <LinkButton
          look="primary"
          className="btn-small flex-1"
          href={tryHref}
          aria-label={t('shop:tryItem', { name: item.name })}
        >
          {t('shop:tryOn')}
        </LinkButton>
      ) : (
        <a
          className="icon-btn !h-7.5 !w-7.5 coarse:!h-11 coarse:!w-11"
          href={tryHref}
          aria-label={t('shop:tryItem', { name: item.name })}
          title={t('shop:tryOn')}
        >
          <Icon name="eye" />
        </a>
      )}
      <BuyButton
        item={item}
        wallet={wallet}
        here={here}
        look={isShort ? 'btn-small flex-1' : 'btn-small lt-md:flex-1'}
      />
      <Reach item={item} wallet={wallet} />
    </>
  );
}

function RarityFilter({ view }: Pick<Props, 'view'>) {
  const t = useT();
  const { rarity } = view;
  const choices = [null, ...RARITIES];
  const wordOf = (each: ItemRarity | null) => t(each ? `shop:rarity_${each}` : 'shop:allRarities');
  return (
    <details className="shop-filter" data-menu data-overlay>
      <summary
        className="tool !h-9 coarse:!h-11"
        data-key="rarity"
        aria-label={t('shop:rarityNow', { rarity: wordOf(rarity) })}
      >
        <bdi>{wordOf(rarity)}</bdi>
        <Icon name="chevron-down" />
      </summary>
      <ul className="popover">
        {choices.map((each) => (
          <li key={each ?? 'all'}>
            <a
              className="menu-item"
              href={shopHref({ ...view, rarity: each, page: 1 })}
              aria-current={each === rarity ? 'true' : undefined}
            >
              <span className="flex-1">
                <bdi>{wordOf(each)}</bdi>
              </span>
              {each === rarity && <Icon name="check" />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
