import type { ReactNode } from 'react';
import type { CatalogueItem } from '#core/shop/catalogue.ts';
import { activeOf, type Wallet } from '#core/shop/inventory.ts';
import { PALETTES } from '#core/shop/themes.ts';
import { asset } from '#framework/asset.ts';
import { useRegion } from '#framework/islands/island.tsx';
import { useT } from '#framework/page.tsx';
import { ChartSvg } from '../chart/ChartSvg.tsx';
import type { Candle } from '../chart/types.ts';
import { Who } from '../trader/Who.tsx';
import { PageDialog } from '../ui/PageDialog.tsx';
import { BuyButton, Price, Reach } from './BuyButton.tsx';
import { Rarity, useAbout } from './ItemCard.tsx';

export type Trial = {
  item: CatalogueItem;
  username: string;
  level: number;
  /** The data for a theme's chart; null for other items, and when the market is unavailable. */
  chart: { symbol: string; candles: readonly Candle[] } | null;
};

type Props = Trial & { wallet: Wallet; back: string };

/** The width of the chart in the dialog, CSS px. */
const CHART_WIDTH = 592;

/** Previews an item: a theme on a chart, other items on the reader's profile. */
export function TryOn({ item, level, chart, username, wallet, back }: Props) {
  const t = useT();
  const about = useAbout();
  const onProfile = (close: ReactNode) => (
    <Dressed item={item} level={level} wallet={wallet} username={username} close={close} />
  );
  return (
    <PageDialog title={item.name} back={back} header={item.theme ? undefined : onProfile}>
      {item.theme && <Chart item={item} chart={chart} />}
      <div className="mt-5 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          {!item.theme && <p className="mb-4 text-caption text-paper-3">{t('shop:tryProfile')}</p>}
          <Rarity rarity={item.rarity} />
          {!item.theme && (
            <h3 id="dialog-title" className="mt-1 text-h2">
              <bdi>{item.name}</bdi>
            </h3>
          )}
          <p className="mt-1 text-paper-2">{about(item)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Price item={item} wallet={wallet} look="text-stat" />
          <BuyButton
            item={item}
            wallet={wallet}
            here={back}
            look="min-h-11 min-w-32"
            large
            describedBy="dialog-title"
          />
          <Reach item={item} wallet={wallet} />
        </div>
      </div>
    </PageDialog>
  );
}

function Dressed({
  item,
  level,
  wallet,
  username,
  close,
}: Pick<Props, 'item' | 'level' | 'wallet' | 'username'> & { close: ReactNode }) {
  const t = useT();
  const worn = (type: 'banner' | 'logo' | 'badge') => (item.type === type ? item : activeOf(wallet, type));
  return (
    <Who
      heading="h2"
      size={76}
      username={username}
      banner={worn('banner')}
      logo={worn('logo')}
      badge={worn('badge')}
      action={<span className="who-close">{close}</span>}
      facts={[t('profile:level', { level })]}
    />
  );
}

/** A chart in the theme's colours, or the item's picture without data for a chart. */
function Chart({ item, chart }: Pick<Props, 'item' | 'chart'>) {
  const t = useT();
  const { locale } = useRegion();
  if (!chart || !item.theme) {
    return <img className="w-full rounded-card" src={asset(item.picture)} alt={item.name} />;
  }
  const { symbol, candles } = chart;
  const label = t('shop:tryChart', { symbol, name: item.name });
  return (
    <figure>
      <div className="relative h-80 overflow-hidden rounded-card border border-line-2">
        <ChartSvg
          candles={candles}
          locale={locale}
          label={label}
          type="candlestick"
          averages={[]}
          palette={PALETTES[item.theme]}
          width={CHART_WIDTH}
          daily
        />
      </div>
      <figcaption className="mt-2 text-caption text-paper-3">{label}</figcaption>
    </figure>
  );
}
