import { PALETTES } from '#core/shop/themes.ts';
import { usePage } from '#framework/page.tsx';
import { ChartSvg } from '../chart/ChartSvg.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { traderPageHref } from '../leaderboard/hrefs.ts';
import { pictureOf } from '../shop/hrefs.ts';
import { SimMark } from '../trader/Who.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Bdi, Change } from '../ui/figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { LandingChart, LandingRow } from './landing-view.ts';

/** Sizes of the two charts, CSS px. The price range of each fits its visible bars. landing.css shows one chart. */
const WIDE = { width: 710 };
const PHONE = { width: 328, spare: 100 };

/** The chart of the most traded share, or of the default one when nobody traded. */
export function ChartCard({ chart }: { chart: LandingChart }) {
  const { symbol, name, exchange, price, change, candles, source, trades, time } = chart;
  const { t, locale } = usePage();
  return (
    <figure className="card landing-chart">
      <figcaption>
        <span className="landing-tile" aria-hidden="true">
          {symbol.slice(0, 2)}
        </span>
        <span className="landing-who">
          <bdi className="font-600">{name}</bdi>
          <Bdi className="text-caption text-paper-3">
            {exchange} · {symbol}
          </Bdi>
        </span>
        <span className="landing-price">
          <Bdi className="text-h3">{price}</Bdi>
          {change && <Change {...change} className="text-small" />}
        </span>
        <span className="tag landing-source">{source}</span>
      </figcaption>
      {[WIDE, PHONE].map((size) => (
        <div key={size.width} className="landing-drawing">
          <ChartSvg
            candles={candles}
            locale={locale}
            type="candlestick"
            averages={[20]}
            palette={PALETTES.default}
            daily
            hasPriceLine
            label={t('landing:chart', { name, price })}
            {...size}
          />
        </div>
      ))}
      <p className="landing-foot">
        {trades.count > 0 && (
          <>
            <span>{t('landing:mostTraded')}</span>
            <span>{t('landing:trades', { count: trades.count, shown: trades.text })}</span>
          </>
        )}
        <span className="ms-auto">{t('landing:daily', { time })}</span>
      </p>
    </figure>
  );
}

type TableProps = { rows: readonly LandingRow[]; startCash: string; join: string };

/** The first five of the leaderboard, and an empty row with a link to sign up. */
export function TopFive({ rows, startCash, join }: TableProps) {
  const { t } = usePage();
  const hrefOf = useLocalHref();
  return (
    <div className="card landing-top">
      <p className="landing-top-head">
        <a className="text-h3 underline-offset-4 hover:underline" href={hrefOf('/leaderboards')}>
          {t('landing:top')}
        </a>
        <span className="text-caption text-paper-3">{t('landing:return')}</span>
      </p>
      {rows.length === 0 && <p className="landing-nobody">{t('landing:nobody')}</p>}
      <ol>
        {rows.map(({ username, place, logo, change, hasPage, isSimulated }) => (
          <li key={username}>
            <Bdi className={place <= 3 ? 'font-600 text-tkf' : 'text-paper-2'}>{place}</Bdi>
            <Avatar username={username} logoUrl={pictureOf(logo)} size={36} />
            <span className="landing-name">
              <a
                className="max-w-full truncate font-500 underline-offset-4 hover:underline"
                href={hasPage ? hrefOf(traderPageHref(username)) : undefined}
                dir="auto"
              >
                {username}
              </a>
              {isSimulated && <SimMark />}
            </span>
            <span className="ms-auto">
              <Change {...change} />
            </span>
          </li>
        ))}
      </ol>
      <p className="landing-seat">
        <span className="text-paper-3">?</span>
        <span className="octagon" aria-hidden="true">
          <Icon name="plus" />
        </span>
        <span className="grid">
          <span className="font-600">{t('landing:seat')}</span>
          <span className="text-caption text-paper-3">{t('landing:seatCash', { cash: startCash })}</span>
        </span>
        <LinkButton className="ms-auto" href={join}>
          {t('landing:take')}
        </LinkButton>
      </p>
    </div>
  );
}
