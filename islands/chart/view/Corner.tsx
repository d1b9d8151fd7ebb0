import type { Company, LastPrice, Opening } from '#components/chart/panel.ts';
import { priceDecimals } from '#components/chart/types.ts';
import { direction, formatChange, formatNumber } from '#core/locale/format.ts';
import type { Reading } from '../engine/crosshair.ts';
import { Later } from '../panel/later.tsx';
import { legend } from '../panel/parts.ts';
import type { ChartStrings } from '../panel/strings.ts';
import { OpensIn } from './OpensIn.tsx';

/** Top left of the chart: company, price and who made it; the bar under the crosshair below. */
export function Corner({
  symbol,
  company,
  last,
  source,
  opening,
  hovered,
  chip,
  showCompany,
  strings,
}: {
  symbol: string;
  company: Company | null;
  last: LastPrice | null;
  source: string;
  opening: Opening | null;
  hovered: Reading | null;
  chip: React.ReactNode;
  showCompany: boolean;
  strings: ChartStrings;
}) {
  return (
    <div className="chart-corner">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 lt-md:gap-x-3">
        {showCompany && (
          <div className="flex items-center gap-2.5" data-testid="company">
            <Logo symbol={symbol} company={company} />
            <div className="min-w-0">
              <p className="m-0 max-w-60 lt-md:max-w-24 truncate text-size-body font-600 leading-small">
                {company?.name ?? symbol}
              </p>
              <p className="m-0 text-caption text-paper-3">
                {company?.exchange ? `${company.exchange} · ${symbol}` : symbol}
              </p>
            </div>
          </div>
        )}
        {last && (
          <div className="border-s border-line-2 ps-4 lt-md:ps-3 tabular-nums">
            <p className="m-0 text-size-lead font-600 leading-small" data-testid="last-price">
              {formatNumber(last.price, priceDecimals(last.price))}
            </p>
            {last.changePercent !== null && <Change percent={last.changePercent} />}
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 lt-md:w-full">
          <span className="tag">
            <bdi>{source}</bdi>
          </span>
          {opening && <OpensIn opening={opening} strings={strings} />}
          {chip}
        </div>
      </div>
      {hovered && <Later part={legend} props={{ reading: hovered, strings }} />}
    </div>
  );
}

function Logo({ symbol, company }: { symbol: string; company: Company | null }) {
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

function Change({ percent }: { percent: number }) {
  const way = direction(percent);
  const color = way > 0 ? 'text-gain' : way < 0 ? 'text-loss' : 'text-paper-3';
  return (
    <p className={`m-0 text-size-small leading-caption ${color}`}>
      {way !== 0 && <span className="me-1 text-size-arrow">{way > 0 ? '▲' : '▼'}</span>}
      {formatChange(percent)}
    </p>
  );
}
