import type { CatalogueItem } from '#core/shop/catalogue.ts';
import { offerOf, type Wallet } from '#core/shop/inventory.ts';
import { standOf } from '#core/shop/shelf.ts';
import { asset } from '#framework/asset.ts';
import { useT } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';
import { BuyButton, Price, Reach } from './BuyButton.tsx';
import { shopHref } from './hrefs.ts';
import { itemNameId, Rarity, useAbout } from './ItemCard.tsx';

type Props = {
  item: CatalogueItem;
  /** All items of the day, in order. */
  featured: readonly CatalogueItem[];
  wallet: Wallet;
};

/** Banners and charts fill their box, logos and badges are smaller than it. */
const artOf = (item: CatalogueItem) =>
  item.type === 'banner' || item.type === 'theme' ? 'art-wide' : 'art-square';
const hrefOf = (item: CatalogueItem) => shopHref({ view: 'featured', item });

/** One item, large; previous, next and its neighbours as links. */
export function Featured({ item, featured, wallet }: Props) {
  const t = useT();
  const about = useAbout();
  const { previous, next, place, strip } = standOf(item, featured);
  const isNear = offerOf(item, wallet) === 'insufficient';
  return (
    <article aria-labelledby={itemNameId(item)}>
      <div className="featured-art cut-24" data-item={item.id} data-rarity={item.rarity}>
        <img className={artOf(item)} src={asset(item.picture)} alt="" />
        <Step href={hrefOf(previous)} label={t('shop:previousItem')} icon="chevron-left" />
        <Step href={hrefOf(next)} label={t('shop:nextItem')} icon="chevron-right" />
      </div>
      <div className="featured-offer">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Rarity rarity={item.rarity} />
            <span className="text-caption text-paper-3">{t(`items:type_${item.type}`)}</span>
            <span className="text-caption text-paper-3" role="status">
              {t('shop:place', { place, total: featured.length })}
            </span>
            {isNear && place === 1 && <span className="tag">{t('shop:yours')}</span>}
          </p>
          <h2 id={itemNameId(item)} className="mt-3 text-hero">
            <bdi>{item.name}</bdi>
          </h2>
          <p className="mt-1 text-lead text-paper-2">{about(item)}</p>
        </div>
        <div className="featured-buttons">
          <Price item={item} wallet={wallet} look="text-hero" />
          <a
            className={`btn min-h-11 ${isNear ? 'btn-primary' : 'btn-secondary'}`}
            href={shopHref({ view: 'featured', item }, item)}
            aria-describedby={itemNameId(item)}
          >
            <Icon name="eye" />
            {t('shop:tryOn')}
          </a>
          <BuyButton item={item} wallet={wallet} here={hrefOf(item)} look="min-h-11 md:min-w-42" large />
          <Reach item={item} wallet={wallet} />
        </div>
      </div>
      <ul className="featured-strip">
        {strip.map((each) => (
          <li key={each.id}>
            <a href={hrefOf(each)} aria-current={each === item ? 'true' : undefined}>
              <img className={artOf(each)} src={asset(each.picture)} alt={each.name} />
            </a>
          </li>
        ))}
      </ul>
    </article>
  );
}

type StepProps = { href: string; label: string; icon: 'chevron-left' | 'chevron-right' };

function Step({ href, label, icon }: StepProps) {
  return (
    <a
      className={`featured-step ${icon === 'chevron-left' ? 'start-4' : 'end-4'}`}
      href={href}
      aria-label={label}
    >
      <Icon name={icon} className="rtl:flip-x" />
    </a>
  );
}
