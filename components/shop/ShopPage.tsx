import { formatNumber, formatQuantity } from '#core/locale/format.ts';
import { levelProgress } from '#core/progress/xp.ts';
import type { CatalogueItem } from '#core/shop/catalogue.ts';
import type { Wallet } from '#core/shop/inventory.ts';
import { shelfOf } from '#core/shop/shelf.ts';
import { useT } from '#framework/page.tsx';
import { Unread } from '../ui/EmptyState.tsx';
import { Bdi, Tkf } from '../ui/figures.tsx';
import { SegmentLinks } from '../ui/Links.tsx';
import { Progress10 } from '../ui/Progress10.tsx';
import { Featured } from './Featured.tsx';
import { FullShop } from './FullShop.tsx';
import { type ShopView, shopHref } from './hrefs.ts';
import { type Trial, TryOn } from './TryOn.tsx';

type LevelSteps = { level: number; xpToNextLevel: number };

type Props = {
  view: ShopView;
  /** The featured items of the day. */
  featured: readonly CatalogueItem[];
  /** null when it could not be read. */
  level: LevelSteps | null;
  /** null when it could not be read. */
  wallet: Wallet | null;
  trial: Trial | null;
};

/** /shop */
export function ShopPage({ view, featured, level, wallet, trial }: Props) {
  const t = useT();
  return (
    <>
      {/* inert below an open preview */}
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

/** The way to the next level, which pays TKF. */
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
