import type { CompanySummary, LastPrice, Opening } from '#components/chart/panel.ts';
import { LiveFigure } from '#components/ui/LiveFigure.tsx';
import { formatChange } from '#core/locale/format.ts';
import { priceText } from '#core/market/price-text.ts';
import { wayOf } from '../../_live/quotes.ts';
import type { Reading } from '../engine/crosshair.ts';
import type { Engine } from '../engine/engine.ts';
import { Later, part } from '../ground/later.tsx';
import { OpensIn } from '../ground/OpensIn.tsx';
import { useStrings } from '../ground/use-strings.tsx';

const legend = part(async () => (await import('./Legend.tsx')).default);

type CornerProps = {
  symbol: string;
  company: CompanySummary | null;
  last: LastPrice | null;
  source: string;
  opening: Opening | null;
  /** Null until the live chart runs. */
  engine: Engine | null;
  hovered: Reading | null;
  chip: React.ReactNode;
  showCompany: boolean;
  game: string;
  /** The cash of the game in whole dollars, rounded down. */
  cash: string;
};

export function Corner({
  symbol,
  company,
  last,
  source,
  opening,
  engine,
  hovered,
  chip,
  showCompany,
  game,
  cash,
}: CornerProps) {
  return (
    <div className="chart-corner">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 lt-md:gap-x-3">
        {/* the name shrinks, so that the price fits beside it on a phone */}
        <div className="chart-name flex min-w-0 items-center gap-5 lt-md:gap-3">
          {showCompany && (
            <div className="chart-company flex min-w-0 items-center gap-2.5" data-testid="company">
              <Logo symbol={symbol} company={company} />
              <div className="min-w-0">
                <p className="m-0 max-w-60 truncate text-size-body font-600 leading-small">
                  {company?.name ?? symbol}
                </p>
                <p className="m-0 truncate text-caption text-paper-3">
                  {company?.exchange ? `${company.exchange} · ${symbol}` : symbol}
                </p>
              </div>
            </div>
          )}
          {last && <Price symbol={symbol} last={last} isBeside={showCompany} />}
        </div>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 lt-md:w-full">
          <span className="tag">
            <bdi>{source}</bdi>
          </span>
          {opening && <OpensIn opening={opening} />}
          {chip}
          <a className="tag chart-game" href="/games">
            <bdi>{game}</bdi>
            <bdi dir="ltr">{cash}$</bdi>
          </a>
        </div>
      </div>
      {engine && <Later part={legend} props={{ bars: engine.bars, hovered }} />}
    </div>
  );
}

type PriceProps = {
  symbol: string;
  last: LastPrice;
  /** True when the company's name is rendered before it. */
  isBeside: boolean;
};

function Price({ symbol, last, isBeside }: PriceProps) {
  const strings = useStrings();
  return (
    <div className={`chart-price shrink-0 ${isBeside ? 'border-s border-line-2 ps-4' : ''}`}>
      <p className="m-0 flex items-baseline gap-2">
        <span
          className="live-price text-size-lead font-600 leading-small"
          data-live={`last:${symbol}`}
          data-testid="last-price"
          suppressHydrationWarning
        >
          {priceText(last.price)}
        </span>
        <span
          className="text-caption text-paper-3"
          data-live={`age:${symbol}`}
          data-words={strings.priceAge}
          suppressHydrationWarning
        >
          {/* an empty text child makes React accept an age that the live text wrote before hydration */}
          {''}
        </span>
      </p>
      {last.changePercent !== null && <Change symbol={symbol} percent={last.changePercent} />}
    </div>
  );
}

function Logo({ symbol, company }: { symbol: string; company: CompanySummary | null }) {
  return (
    <span className="chart-logo">
      {symbol.replace(/[^A-Z0-9]/g, '').charAt(0)}
      {company && (
        <img
          key={company.logo}
          src={company.logo}
          alt=""
          width={36}
          height={36}
          loading="lazy"
          className="absolute inset-0 h-full w-full object-cover"
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}

function Change({ symbol, percent }: { symbol: string; percent: number }) {
  return (
    <p className="m-0 text-size-small leading-caption">
      <LiveFigure live={`change:${symbol}`} text={formatChange(percent)} way={wayOf(percent)} />
    </p>
  );
}
