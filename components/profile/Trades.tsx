import type { ReactNode } from 'react';
import type { TranslationKey } from '#build/i18n.gen.ts';
import type { TradeShow } from '#core/account/profile.ts';
import { type ListEnds, turnQuery } from '#core/contract/list-page.ts';
import type { TradeRow } from '#core/contract/positions.ts';
import {
  daysBetween,
  formatChange,
  formatDateTime,
  formatPnl,
  formatQuantity,
  formatUsd,
  NOTHING,
} from '#core/locale/format.ts';
import { usePage, useT } from '#framework/page.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bdi, Change, DirectionTag, PriceSource } from '../ui/figures.tsx';
import { PageLinks, SegmentLinks } from '../ui/Links.tsx';
import { tradesHref } from './hrefs.ts';
import { noTradesText, SeasonLinks, type ShownSeasons } from './SeasonLinks.tsx';

type Props = {
  show: TradeShow;
  rows: readonly TradeRow[];
  /** The page of the closed trades; open trades have a single page. */
  page: number;
  pages: number;
  /** The first and last row of this page, for the addresses of the previous page and the next one. */
  ends?: ListEnds;
  /** The choice of seasons for closed trades; open trades are those of the newest season. */
  seasons?: ShownSeasons;
};

const NO_ENDS: ListEnds = { first: null, last: null };

/** Closed or open trades, newest first. */
export function Trades({ show, rows, page, pages, ends = NO_ENDS, seasons }: Props) {
  const t = useT();
  const isOpen = show === 'open';
  const season = seasons?.choice;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentLinks
          label={t('profile:which')}
          segments={[
            { href: tradesHref('closed', { season }), label: t('profile:closed'), current: !isOpen },
            { href: tradesHref('open'), label: t('profile:open'), current: isOpen },
          ]}
        />
        {seasons && <SeasonLinks {...seasons} hrefOf={(to) => tradesHref('closed', { season: to })} />}
        <LinkButton
          href={season === undefined ? '/api/my-trades' : `/api/my-trades?season=${season}`}
          download
        >
          {t('profile:csv')}
        </LinkButton>
      </div>
      <PriceSource className="mt-3 block" />
      <h2 className="sr-only">{t(isOpen ? 'profile:openTrades' : 'profile:closedTrades')}</h2>
      <div className="mt-4">
        {rows.length === 0 ? (
          <EmptyState>
            {isOpen ? t('profile:noOpen') : noTradesText(t, seasons, 'profile:noClosed')}
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {rows.map((trade, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: slices of a position closed at once differ in nothing else
              <Trade key={`${trade.position_id} ${i}`} trade={trade} />
            ))}
          </ul>
        )}
      </div>
      <PageLinks
        page={page}
        pages={pages}
        hrefOf={(to) => tradesHref('closed', { turn: turnQuery(page, to, ends), season })}
      />
    </>
  );
}

function Trade({ trade }: { trade: TradeRow }) {
  const t = useT();
  const { symbol, is_short, pnl, pnl_percent, close_reason } = trade;
  const isOpen = trade.close_position_timestamp === null;
  const facts = isOpen ? openFacts(trade) : closedFacts(trade);
  return (
    <li className="card profile-trade">
      <p className="flex items-center gap-2">
        <DirectionTag type={is_short ? 'short' : 'long'} />
        <Bdi className="text-h3">{symbol}</Bdi>
        {close_reason === 'forced_cover' && <span className="tag text-loss">{t('profile:forced')}</span>}
        {close_reason === 'settlement' && <span className="tag text-paper-2">{t('profile:settled')}</span>}
      </p>
      <dl className="profile-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-caption text-paper-3">{t(label)}</dt>
            <dd className="mt-0.5">{value}</dd>
          </div>
        ))}
      </dl>
      <dl className="profile-result">
        <dt className="text-caption text-paper-3">{t(isOpen ? 'profile:unrealised' : 'profile:pnl')}</dt>
        <dd className="font-600">
          {pnl === null ? <Bdi>{NOTHING}</Bdi> : <Change value={pnl} text={formatPnl(pnl)} />}
        </dd>
        <dd className="text-size-small text-paper-2">
          <span className="sr-only">{t('profile:change')} </span>
          <Bdi>{pnl_percent === null ? NOTHING : formatChange(pnl_percent)}</Bdi>
        </dd>
      </dl>
    </li>
  );
}

type Facts = readonly { label: TranslationKey; value: ReactNode }[];

/** Returns the facts of a closed trade. `buy_price` is its opening price: for a short the price of its sale. */
function closedFacts(trade: TradeRow): Facts {
  const { is_short, buy_price, sell_price } = trade;
  const [opening, closing] = [formatUsd(buy_price), sell_price === null ? NOTHING : formatUsd(sell_price)];
  return [
    { label: 'profile:opened', value: <When at={trade.open_position_timestamp} /> },
    { label: 'profile:closedAt', value: <When at={trade.close_position_timestamp!} /> },
    { label: 'profile:buyPrice', value: <Bdi>{is_short ? closing : opening}</Bdi> },
    { label: 'profile:sellPrice', value: <Bdi>{is_short ? opening : closing}</Bdi> },
    { label: 'profile:quantity', value: <Bdi>{formatQuantity(trade.buy_quantity)}</Bdi> },
  ];
}

function openFacts(trade: TradeRow): Facts {
  const { is_short, buy_price, current_price, open_position_timestamp: opened } = trade;
  return [
    { label: 'profile:opened', value: <When at={opened} /> },
    { label: 'profile:daysHeld', value: <Bdi>{daysBetween(opened, Date.now())}</Bdi> },
    { label: is_short ? 'profile:sellPrice' : 'profile:buyPrice', value: <Bdi>{formatUsd(buy_price)}</Bdi> },
    {
      label: 'profile:currentPrice',
      value: <Bdi>{current_price === null ? NOTHING : formatUsd(current_price)}</Bdi>,
    },
    { label: 'profile:quantity', value: <Bdi>{formatQuantity(trade.buy_quantity)}</Bdi> },
  ];
}

function When({ at }: { at: string }) {
  const { locale, zone } = usePage();
  return (
    <time dateTime={at} className="whitespace-nowrap">
      <bdi>{formatDateTime(at, { locale, zone })}</bdi>
    </time>
  );
}
