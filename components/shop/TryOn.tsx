import type { CatalogueItem } from '#core/items.ts';
import { PALETTES } from '#core/themes.ts';
import { activeOf, type Wallet } from '#core/wardrobe.ts';
import { asset } from '../asset.ts';
import { ChartSvg } from '../chart/ChartSvg.tsx';
import type { Candle } from '../chart/types.ts';
import { useRegion } from '../island.tsx';
import { Rarity } from '../items/Rarity.tsx';
import { Tkf } from '../items/Tkf.tsx';
import { useAbout } from '../items/useAbout.ts';
import { usePage, useT } from '../page.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { PageDialog } from '../ui/PageDialog.tsx';
import { BuyButton, hasPrice } from './BuyButton.tsx';

export type Trial = {
  item: CatalogueItem;
  level: number;
  /** Of a theme: what its chart shows; null when the market cannot tell. */
  chart: { symbol: string; candles: readonly Candle[] } | null;
};

type Props = Trial & { wallet: Wallet; back: string };

/** Width the dialog gives the chart, CSS pixels. */
const CHART_WIDTH = 592;

/** How an item would look on the reader, before it is bought. */
export function TryOn({ item, level, chart, wallet, back }: Props) {
  const about = useAbout();
  return (
    <PageDialog title={item.name} back={back}>
      {item.theme ? <Chart item={item} chart={chart} /> : <Head item={item} level={level} wallet={wallet} />}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <Rarity rarity={item.rarity} />
          <p className="mt-1 text-paper-2">{about(item)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-4">
          {hasPrice(item, wallet) && <Tkf amount={item.price} look="text-stat" />}
          <BuyButton item={item} wallet={wallet} here={back} look="min-h-11 min-w-32" large />
        </div>
      </div>
    </PageDialog>
  );
}

/** The profile's head in what is worn, with this item in place of its kind. */
function Head({ item, level, wallet }: Pick<Props, 'item' | 'level' | 'wallet'>) {
  const { t, user } = usePage();
  const worn = (type: 'banner' | 'logo' | 'badge') => (item.type === type ? item : activeOf(wallet, type));
  const [banner, logo, badge] = [worn('banner'), worn('logo'), worn('badge')];
  return (
    <figure data-trial={item.id}>
      <div className="trial-head">
        {banner && <img className="trial-banner" src={asset(banner.picture)} alt="" />}
        <div className="trial-who">
          <span className="trial-avatar octagon">
            <Avatar username={user!.username} logoUrl={logo && asset(logo.picture)} size={88} />
          </span>
          <div className="min-w-0">
            <p className="flex items-center gap-2 text-h2">
              <bdi className="truncate">{user!.username}</bdi>
              {badge && <img src={asset(badge.picture)} width={28} height={28} alt={badge.name} />}
            </p>
            <p className="text-paper-2">{t('shop:level', { level })}</p>
          </div>
        </div>
      </div>
      <figcaption className="mt-2 text-caption text-paper-3">{t('shop:tryProfile')}</figcaption>
    </figure>
  );
}

/** A chart in the theme's colours. */
function Chart({ item, chart }: Pick<Props, 'item' | 'chart'>) {
  const t = useT();
  const { locale } = useRegion();
  if (!chart || !item.theme) {
    return <img className="w-full rounded-[10px]" src={asset(item.picture)} alt={item.name} />;
  }
  const { symbol, candles } = chart;
  const label = t('shop:tryChart', { symbol, name: item.name });
  return (
    <figure data-trial={item.id}>
      <div className="relative h-80 overflow-hidden rounded-[10px] border border-line-2">
        <ChartSvg
          {...{ candles, locale, label }}
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
