import type { ReactNode } from 'react';
import { formatPnl, formatUsd } from '#core/locale/format.ts';
import type { SplitRecord } from '#core/trading/split.ts';
import { useT } from '#framework/page.tsx';
import { Unread } from '../errors/Unread.tsx';
import { type Curve, EquityChart } from '../leaderboard/EquityChart.tsx';
import { PriceSource } from '../simulated/PriceSource.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import { Change } from '../ui/Change.tsx';
import { Figure } from '../ui/Figure.tsx';
import { SplitsTable } from './SplitsTable.tsx';

/** Dollars are decimal strings. */
export type PortfolioView = {
  balance: string;
  equity: string;
  unrealised: string;
  /** Change of the value since the reader's midnight; null before the season has started. */
  today?: string | null;
  /** Deepest fall of the value this season. */
  drawdown?: string | null;
  curves?: { trader: Curve; leader: Curve | null } | null;
  /** What splits did to the reader's positions this season, newest first. */
  splits?: readonly SplitRecord[];
};

type Props = {
  /** null when it could not be read. */
  portfolio: PortfolioView | null;
  /** The open positions, the orders that wait, and what became of the others. */
  children: ReactNode;
};

/** /portfolio: balance, then the open positions, then how the value came about. */
export function PortfolioPage({ portfolio, children }: Props) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-270">
      <h1 className="text-h1">{t('portfolio:title')}</h1>
      <PriceSource />
      {portfolio ? (
        <>
          <Figures portfolio={portfolio} />
          <div className="mt-6">{children}</div>
          {portfolio.curves && <EquityChart {...portfolio.curves} />}
          {portfolio.splits && portfolio.splits.length > 0 && <SplitsTable splits={portfolio.splits} />}
        </>
      ) : (
        <Unread>{t('portfolio:error')}</Unread>
      )}
    </div>
  );
}

function Figures({ portfolio }: { portfolio: PortfolioView }) {
  const t = useT();
  const { balance, equity, unrealised, today, drawdown } = portfolio;
  return (
    <dl className="figures mt-5 lg:grid-cols-5">
      <Figure label={t('portfolio:balance')} hint={t('portfolio:balanceHint')}>
        <Bdi>{formatUsd(balance)}</Bdi>
      </Figure>
      <Figure label={t('portfolio:equity')} hint={t('portfolio:equityHint')}>
        <Bdi>{formatUsd(equity)}</Bdi>
      </Figure>
      <Figure label={t('portfolio:unrealised')} hint={t('portfolio:unrealisedHint')}>
        <Change value={unrealised} text={formatPnl(unrealised)} />
      </Figure>
      {today && (
        <Figure label={t('portfolio:today')} hint={t('portfolio:todayHint')}>
          <Change value={today} text={formatPnl(today)} />
        </Figure>
      )}
      {drawdown && (
        <Figure label={t('trader:drawdown')} hint={t('portfolio:drawdownHint')}>
          <Bdi>{formatUsd(drawdown)}</Bdi>
        </Figure>
      )}
    </dl>
  );
}
