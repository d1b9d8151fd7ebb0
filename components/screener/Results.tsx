import { type Scan, scanHref } from '#core/contract/schemas/screener.ts';
import { formatChange, formatNumber, formatUsd, formatUsdShort, NOTHING } from '#core/locale/format.ts';
import { firstDirection, SCAN_ORDERS, type ScanOrder, type ScanRow } from '#core/market/screener.ts';
import { isSector } from '#core/market/sectors.ts';
import { asset } from '#framework/asset.ts';
import { useT } from '#framework/page.tsx';
import { Change } from '../ui/Change.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { DirectionMark } from '../ui/Mark.tsx';
import { PageLinks } from '../ui/PageLinks.tsx';
import type { ScanResult } from './ScreenerPage.tsx';

export type ScanLine = ScanRow & {
  /** Address of the company's logo. */
  logo: string;
};

type Props = { scan: Scan; found: ScanResult; chartOpen: boolean };

/** What a scan found: a table whose heads sort it and whose rows lead to the chart. */
export function Results({ scan, found, chartOpen }: Props) {
  const t = useT();
  const { lines, total, pages, source } = found;
  if (total === 0) {
    return (
      <div className="mt-6" role="status">
        <EmptyState>{t('screener:empty')}</EmptyState>
      </div>
    );
  }
  return (
    <section className="mt-6" aria-label={t('screener:results')}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-size-small">
        <p role="status" className="font-600">
          {t('screener:found', { count: total })}
        </p>
        <p className="text-paper-3">
          {source}
          {!chartOpen && ` · ${t('nav:chartOff')}`}
        </p>
      </div>
      <div className="scan-scroll mt-3">
        <div className="scan-clip">
          <table className="scan">
            <thead>
              <tr>
                {SCAN_ORDERS.map((column) => (
                  <Head key={column} column={column} scan={scan} />
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <Line key={line.symbol} line={line} />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <PageLinks page={scan.page} pages={pages} hrefOf={(page) => scanHref({ ...scan, page })} />
    </section>
  );
}

function Head({ column, scan }: { column: ScanOrder; scan: Scan }) {
  const t = useT();
  const current = scan.by === column;
  const turned = scan.direction === 'asc' ? 'desc' : 'asc';
  const direction = current ? turned : firstDirection(column);
  return (
    <th
      scope="col"
      aria-sort={current ? (scan.direction === 'asc' ? 'ascending' : 'descending') : undefined}
      data-column={column}
    >
      <a href={scanHref({ ...scan, by: column, direction, page: 1 })}>
        {t(`screener:column.${column}`)}
        {current && <DirectionMark up={scan.direction === 'asc'} className="ms-1 h-1.75 w-1.75" />}
      </a>
    </th>
  );
}

function Line({ line }: { line: ScanLine }) {
  const t = useT();
  const { symbol, companyName, sector, price, changePercent, volume, marketCap, beta, logo } = line;
  return (
    <tr>
      <th scope="row" data-column="symbol">
        <a className="scan-link" href={`/chart?symbol=${encodeURIComponent(symbol)}`}>
          <Logo src={logo} />
          <span className="min-w-0">
            <span className="block font-600">
              <bdi dir="ltr">{symbol}</bdi>
            </span>
            <bdi dir="ltr" className="block truncate text-caption font-400 text-paper-3 rtl:text-end">
              {companyName}
            </bdi>
          </span>
        </a>
      </th>
      <Figure column="price">{formatUsd(price)}</Figure>
      <td data-column="changePercent">
        {changePercent === null ? (
          NOTHING
        ) : (
          <Change value={changePercent} text={formatChange(changePercent)} />
        )}
      </td>
      <Figure column="volume">{formatNumber(volume)}</Figure>
      <Figure column="marketCap">{marketCap === null ? NOTHING : formatUsdShort(marketCap)}</Figure>
      <Figure column="beta">{beta === null ? NOTHING : formatNumber(beta, 2)}</Figure>
      <td data-column="sector">
        <bdi>{isSector(sector) ? t(`screener:sectors.${sector}`) : sector}</bdi>
      </td>
    </tr>
  );
}

function Figure({ column, children }: { column: ScanOrder; children: string }) {
  return (
    <td data-column={column}>
      <bdi dir="ltr">{children}</bdi>
    </td>
  );
}

/** The default logo lies under the company's: it shows when that one does not come. */
function Logo({ src }: { src: string }) {
  return (
    <span className="relative block h-8 w-8 shrink-0 overflow-hidden rounded-control bg-ink-4">
      <img src={asset('default-logo.png')} alt="" width={32} height={32} loading="lazy" />
      <img
        className="absolute inset-0"
        src={src}
        alt=""
        width={32}
        height={32}
        loading="lazy"
        decoding="async"
      />
    </span>
  );
}
