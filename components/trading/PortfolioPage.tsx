import type { ReactNode } from 'react';
import { LEAST_CURVE_POINTS } from '#core/leaderboard/equity.ts';
import { formatDate, formatPnl, formatQuantity, formatUsd } from '#core/locale/format.ts';
import { PORTFOLIO_PATH } from '#core/season/game.ts';
import type { DividendRecord } from '#core/trading/dividend.ts';
import type { SplitRecord } from '#core/trading/split.ts';
import { useRegion } from '#framework/islands/island.tsx';
import { useT } from '#framework/page.tsx';
import { type Curve, EquityChart } from '../leaderboard/EquityChart.tsx';
import { Submit } from '../ui/Button.tsx';
import { EmptyState, Unread } from '../ui/EmptyState.tsx';
import { Bdi, Change, Figure, PriceSource } from '../ui/figures.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { Ask, DockForm } from './forms.tsx';
import { AboutPractice, type AboutPracticeView } from './GamesPage.tsx';

/** Figures in dollars, decimal strings. */
export type PortfolioView = {
  balance: string;
  equity: string;
  unrealised: string;
  /**
   * The change of the value since midnight in the reader's zone. Like `drawdown` and `curves` it is null before the
   * season has started, and absent for a reader without an account in the game.
   */
  today?: string | null;
  /** The largest drawdown of the value in this game. */
  drawdown?: string | null;
  curves?: { trader: Curve; leader: Curve | null } | null;
  /** The splits of the reader's positions in this game, newest first. */
  splits?: readonly SplitRecord[];
  /** The dividends of the reader's positions in this game, newest first. */
  dividends?: readonly DividendRecord[];
};

type Props = {
  /** Null when it could not be read. */
  portfolio: PortfolioView | null;
  /** Facts about the public season, for the page of practice; null for other games. */
  about: AboutPracticeView | null;
  /** The heading; absent on the season's own page. */
  title?: string | null;
  children: ReactNode;
};

/** The portfolio of a game: balance, dock, the curve of the value, splits and dividends. */
export function PortfolioPage({ portfolio, about, title, children }: Props) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-270">
      <h1 className="text-h1">{title ?? t('portfolio:title')}</h1>
      <PriceSource />
      {about && <AboutPractice {...about} />}
      {portfolio ? (
        <>
          <Figures portfolio={portfolio} />
          <div className="mt-6">{children}</div>
          {about && <StartOver />}
          {portfolio.curves && <ValueCurve curves={portfolio.curves} />}
          {portfolio.splits && portfolio.splits.length > 0 && <SplitsTable splits={portfolio.splits} />}
          {portfolio.dividends && portfolio.dividends.length > 0 && (
            <DividendsTable dividends={portfolio.dividends} />
          )}
        </>
      ) : (
        <Unread>{t('portfolio:error')}</Unread>
      )}
    </div>
  );
}

function StartOver() {
  const t = useT();
  return (
    <div className="mt-6">
      <Ask label={t('games:startOver')}>
        <p>{t('games:startOverAsk')}</p>
        <DockForm to="/api/practice/start-over" fields={{ next: PORTFOLIO_PATH.practice }}>
          <Submit look="danger" className="btn-small">
            {t('games:startOver')}
          </Submit>
        </DockForm>
      </Ask>
    </div>
  );
}

/** The curve of the value, or a sentence while it has too few points. */
function ValueCurve({ curves }: { curves: NonNullable<PortfolioView['curves']> }) {
  const t = useT();
  if (curves.trader.points.length >= LEAST_CURVE_POINTS) return <EquityChart {...curves} />;
  return (
    <div className="mt-6">
      <EmptyState>{t('portfolio:noCurve')}</EmptyState>
    </div>
  );
}

function Figures({ portfolio }: { portfolio: PortfolioView }) {
  const t = useT();
  const { balance, equity, unrealised, today, drawdown } = portfolio;
  return (
    <dl className="figures portfolio-figures mt-5 lg:grid-cols-5">
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

type Column = readonly [
  key: `split${'Ratio' | 'Shares' | 'Entry' | 'Date'}` | `dividend${'PerShare' | 'Cash' | 'Date'}` | 'symbol',
  className?: 'from-700',
];
const SPLIT_COLUMNS: readonly Column[] = [
  ['symbol'],
  ['splitRatio'],
  ['splitShares'],
  ['splitEntry', 'from-700'],
  ['splitDate', 'from-700'],
];
const DIVIDEND_COLUMNS: readonly Column[] = [
  ['symbol'],
  ['dividendPerShare', 'from-700'],
  ['splitShares'],
  ['dividendCash'],
  ['dividendDate', 'from-700'],
];

type RecordTableProps = { id: 'splits' | 'dividends'; columns: readonly Column[]; children: ReactNode };

function RecordTable({ id, columns, children }: RecordTableProps) {
  const t = useT();
  return (
    <TitledSection id={id} title={t(`portfolio:${id}`)} head="mb-1 mt-7 text-h3">
      <p className="m-0 mb-3 text-caption text-paper-3">{t(`portfolio:${id}Hint`)}</p>
      <table className="positions">
        <thead>
          <tr>
            {columns.map(([key, className]) => (
              <th key={key} scope="col" className={className}>
                {t(`portfolio:${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TitledSection>
  );
}

function SplitsTable({ splits }: { splits: readonly SplitRecord[] }) {
  const t = useT();
  const { locale } = useRegion();
  return (
    <RecordTable id="splits" columns={SPLIT_COLUMNS}>
      {splits.map((split) => (
        <tr key={`${split.symbol}${split.date}`}>
          <th scope="row">
            <Bdi>{split.symbol}</Bdi>
          </th>
          <td>{t('portfolio:splitFor', { numerator: split.numerator, denominator: split.denominator })}</td>
          <td>
            <Bdi>{`${formatQuantity(split.quantityBefore)} → ${formatQuantity(split.quantityAfter)}`}</Bdi>
          </td>
          <td className="from-700">
            <Bdi>{`${formatUsd(split.entryBefore)} → ${formatUsd(split.entryAfter)}`}</Bdi>
          </td>
          <td className="from-700">
            <bdi>{formatDate(`${split.date}T12:00:00Z`, { locale })}</bdi>
          </td>
        </tr>
      ))}
    </RecordTable>
  );
}

function DividendsTable({ dividends }: { dividends: readonly DividendRecord[] }) {
  const { locale } = useRegion();
  return (
    <RecordTable id="dividends" columns={DIVIDEND_COLUMNS}>
      {dividends.map(({ symbol, date, perShare, quantity, amount }) => (
        <tr key={`${symbol}${date}`}>
          <th scope="row">
            <Bdi>{symbol}</Bdi>
          </th>
          <td className="from-700">
            <Bdi>{formatUsd(perShare)}</Bdi>
          </td>
          <td>
            <Bdi>{formatQuantity(quantity)}</Bdi>
          </td>
          <td>
            <Change value={amount} text={formatPnl(amount)} />
          </td>
          <td className="from-700">
            <bdi>{formatDate(`${date}T12:00:00Z`, { locale })}</bdi>
          </td>
        </tr>
      ))}
    </RecordTable>
  );
}
