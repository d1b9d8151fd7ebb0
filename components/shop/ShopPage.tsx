import { formatNumber, formatQuantity } from '#core/locale/format.ts';
import { levelProgress } from '#core/progress/xp.ts';
import type { CatalogueItem } from '#core/shop/catalogue.ts';
import { offerOf, type Wallet } from '#core/shop/inventory.ts';
import { shelfOf, standOf } from '#core/shop/shelf.ts';
import { asset } from '#framework/asset.ts';
import { useT } from '#framework/page.tsx';
import { Unread } from '../ui/EmptyState.tsx';
import { Bdi, Tkf } from '../ui/figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { SegmentLinks } from '../ui/Links.tsx';
import { Progress10 } from '../ui/Progress10.tsx';
import { BuyButton, Price, Reach } from './BuyButton.tsx';
import { FullShop } from './FullShop.tsx';
import { type ShopView, shopHref } from './hrefs.ts';
import { itemNameId, Rarity, useAbout } from './ItemCard.tsx';
import { type Trial, TryOn } from './TryOn.tsx';

type LevelSteps = { level: number; xpToNextLevel: number };

type Props = {
  view: ShopView;
  featured: readonly CatalogueItem[];
  /** Null when it could not be read. */
  level: LevelSteps | null;
  /** Null when it could not be read. */
  wallet: Wallet | null;
  trial: Trial | null;
};

export function ShopPage({ view, featured, level, wallet, trial }: Props) {
  const t = useT();
  return (
    <>
      {/* inert while a preview is open above it */}
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
                  href: shopHref({ view: 'featured', item: null }),
                  label: t('shop:featured'),
                  current: view.view === 'featured',
                },
                {
                  href: shopHref({ view: 'all', type: 'banner', rarity: null, isWithin: false, page: 1 }),
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
        <Earning level={level} />
        <Body view={view} featured={featured} wallet={wallet} />
      </div>
      <div>{trial && wallet && <TryOn {...trial} wallet={wallet} back={shopHref(view)} />}</div>
    </>
  );
}

function Earning({ level }: Pick<Props, 'level'>) {
  const t = useT();
  const steps = level && levelProgress(level.level, level.xpToNextLevel);
  const text = steps && `${formatQuantity(steps.reached)} / ${formatNumber(steps.needed)} XP`;
  return (
    <div className="shop-earning">
      {level && steps && text && (
        <>
          <p className="flex items-baseline justify-between gap-4">
            <span className="font-600">{t('profile:level', { level: level.level })}</span>
            <Bdi className="text-xp">{text}</Bdi>
          </p>
          <div className="my-2 text-xp">
            <Progress10 percent={steps.percent} label={t('profile:toNext')} text={text} />
          </div>
        </>
      )}
      <p className="text-small text-paper-2">
        {t('shop:earned')}
        {level && <> {t('shop:distance', { percent: formatNumber(Math.ceil(level.xpToNextLevel)) })}</>}
      </p>
    </div>
  );
}

function Body({ view, featured, wallet }: Pick<Props, 'view' | 'featured' | 'wallet'>) {
  const t = useT();
  if (!wallet) return <Unread>{t('shop:error')}</Unread>;
  if (view.view === 'featured')
    return <Featured item={view.item ?? featured[0]!} featured={featured} wallet={wallet} />;
  const shelf = shelfOf({ ...view, within: view.isWithin ? wallet : null });
  return <FullShop shelf={shelf} view={view} wallet={wallet} />;
}

type FeaturedProps = {
  item: CatalogueItem;
  featured: readonly CatalogueItem[];
  wallet: Wallet;
};

/** Returns the class of an item's picture: banners and themes fill their box, logos and badges are smaller. */
const artOf = (item: CatalogueItem) =>
  item.type === 'banner' || item.type === 'theme' ? 'art-wide' : 'art-square';
const hrefOf = (item: CatalogueItem) => shopHref({ view: 'featured', item });

/** One large item, with links to the previous and the next one, and a strip of its neighbours. */
function Featured({ item, featured, wallet }: FeaturedProps) {
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
