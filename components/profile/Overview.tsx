import type { TradeRow } from '#core/contract/positions.ts';
import {
  formatCents,
  formatDate,
  formatNumber,
  formatPnl,
  formatQuantity,
  formatUsd,
} from '#core/locale/format.ts';
import type { Cents } from '#core/money/units.ts';
import { winRate } from '#core/trading/pnl.ts';
import { usePage } from '#framework/page.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bdi, Change, DirectionTag, Figure } from '../ui/figures.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { overviewHref } from './hrefs.ts';
import { noTradesText, SeasonLinks, type ShownSeasons, seasonsName } from './SeasonLinks.tsx';

type Props = {
  cash: Cents;
  equity: Cents;
  /** Counts over the chosen seasons; `total` in dollars. */
  stats: { count: number; wins: number; total: string };
  recent: readonly TradeRow[];
  since: Date | null;
  seasons: ShownSeasons;
};

/** The value of the account, three figures of the chosen seasons, and the newest closed trades. */
export function Overview({ cash, equity, stats, recent, since, seasons }: Props) {
  const { t, locale, zone } = usePage();
  const { count, wins, total } = stats;
  const name = seasonsName(t, seasons.choice);
  return (
    <>
      <SeasonLinks {...seasons} hrefOf={overviewHref} className="mb-4" />
      <dl className="figures lg:grid-cols-4">
        <Figure
          label={t('profile:value')}
          hint={
            <>
              {t('profile:cash')} <Bdi>{formatCents(cash)}</Bdi>
            </>
          }
        >
          <Bdi>{formatCents(equity)}</Bdi>
        </Figure>
        <Figure label={t('profile:winRate')} hint={t('profile:winsOf', { wins, count })}>
          <Bdi>{winRate(wins, count, 2) ?? '0.00'}%</Bdi>
        </Figure>
        <Figure label={t('profile:total')} hint={name}>
          <Change value={total} text={formatPnl(total)} />
        </Figure>
        <Figure
          label={t('profile:count')}
          hint={since ? t('profile:since', { date: formatDate(since, { locale, zone }) }) : name}
        >
          <Bdi>{formatNumber(count)}</Bdi>
        </Figure>
      </dl>
      <TitledSection title={t('profile:recent')} head="mb-3 text-h3" className="card mt-4 p-4">
        {recent.length === 0 ? (
          <EmptyState>{noTradesText(t, seasons, 'profile:noRecent')}</EmptyState>
        ) : (
          <ul>
            {recent.map((trade, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: slices of a position closed at once differ in nothing else
              <Recent key={`${trade.position_id} ${i}`} trade={trade} />
            ))}
          </ul>
        )}
      </TitledSection>
    </>
  );
}

function Recent({ trade }: { trade: TradeRow }) {
  const { t, locale, zone } = usePage();
  const closed = trade.close_position_timestamp!;
  return (
    <li className="profile-recent">
      <Bdi className="font-600">{trade.symbol}</Bdi>
      <span>
        <DirectionTag type={trade.is_short ? 'short' : 'long'} />
      </span>
      <span>
        {t(trade.is_short ? 'profile:sold' : 'profile:bought', {
          quantity: formatQuantity(trade.buy_quantity),
          price: formatUsd(trade.buy_price),
        })}
      </span>
      <time dateTime={closed}>{t('profile:closedOn', { date: formatDate(closed, { locale, zone }) })}</time>
      <span className="text-end font-600">
        {trade.pnl !== null && <Change value={trade.pnl} text={formatPnl(trade.pnl)} />}
      </span>
    </li>
  );
}
