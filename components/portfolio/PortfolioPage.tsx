import type { PortfolioItem } from '#core/contract/schemas/portfolio.ts';
import { formatPnl, formatUsd } from '#core/locale/format.ts';
import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import { Change } from '../ui/Change.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Figure } from '../ui/Figure.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PositionsTable } from './PositionsTable.tsx';
import { type SplitLine, SplitsTable } from './SplitsTable.tsx';

export type PortfolioView = {
  /** Dollars, as decimal strings. */
  balance: string;
  equity: string;
  unrealised: string;
  items: readonly PortfolioItem[];
  /** What splits did to the reader's positions this season, newest first. */
  splits?: readonly SplitLine[];
};

type Props = {
  /** null when it could not be read. */
  portfolio: PortfolioView | null;
  /** Whether the chart is open to the reader, and a position can link to it. */
  canTrade: boolean;
};

/** /portfolio: balance, then the open positions. */
export function PortfolioPage({ portfolio, canTrade }: Props) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-270">
      <h1 className="text-h1">{t('portfolio:title')}</h1>
      {portfolio ? (
        <>
          <Figures portfolio={portfolio} />
          <h2 className="mb-3 mt-7 text-h3">{t('portfolio:positions')}</h2>
          {portfolio.items.length > 0 ? (
            <PositionsTable items={portfolio.items} canTrade={canTrade} />
          ) : (
            <EmptyState
              action={
                canTrade && (
                  <a className="btn btn-secondary" href="/chart">
                    {t('portfolio:open')}
                  </a>
                )
              }
            >
              {t('portfolio:empty')}
            </EmptyState>
          )}
          {portfolio.splits && portfolio.splits.length > 0 && <SplitsTable splits={portfolio.splits} />}
        </>
      ) : (
        <p role="alert" className="mt-7 flex items-center gap-2 text-loss">
          <Icon name="circle-alert" />
          {t('portfolio:error')}
        </p>
      )}
    </div>
  );
}

function Figures({ portfolio: { balance, equity, unrealised } }: { portfolio: PortfolioView }) {
  const t = useT();
  return (
    <dl className="mt-5 grid gap-4 md:grid-cols-3">
      <Figure label={t('portfolio:balance')} hint={t('portfolio:balanceHint')}>
        <Bdi>{formatUsd(balance)}</Bdi>
      </Figure>
      <Figure label={t('portfolio:equity')} hint={t('portfolio:equityHint')}>
        <Bdi>{formatUsd(equity)}</Bdi>
      </Figure>
      <Figure label={t('portfolio:unrealised')} hint={t('portfolio:unrealisedHint')}>
        <Change value={unrealised} text={formatPnl(unrealised)} />
      </Figure>
    </dl>
  );
}
