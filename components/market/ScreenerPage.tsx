import { type Scan, type ScanIssues, scanHref } from '#core/contract/screener.ts';
import { formatChange, formatNumber, formatUsd, formatUsdShort, NOTHING } from '#core/locale/format.ts';
import {
  firstDirection,
  isSector,
  SCAN_ORDERS,
  type ScanOrder,
  type ScanRow,
  TRADE_TYPES,
} from '#core/market/screener.ts';
import { asset } from '#framework/asset.ts';
import { type Translate, useT } from '#framework/page.tsx';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field } from '../ui/Field.tsx';
import { Change } from '../ui/figures.tsx';
import { HiddenFields } from '../ui/HiddenFields.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLinks, SortHead } from '../ui/Links.tsx';

type ScanResult = {
  lines: readonly ScanLine[];
  /** The number of results on all pages. */
  total: number;
  pages: number;
  /** The source of the prices, as a sentence. */
  source: string;
};

type ScreenerPageProps = {
  scan: Scan;
  /** Issues of filters that are not numbers or are too long. With an issue there is no scan. */
  issues: ScanIssues;
  /** The results; before a scan the day's biggest moves. Null with issues or a problem. */
  results: ScanResult | null;
  /** Why the market did not respond; null otherwise. */
  problem: string | null;
  chartOpen: boolean;
};

/** /screener: a GET form and the results of its scan. */
export function ScreenerPage({ scan, issues, results, problem, chartOpen }: ScreenerPageProps) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-270">
      <h1 className="text-h1">{t('screener:title')}</h1>
      <p className="mt-2 text-paper-2">{t('screener:lead')}</p>
      {/* the filters are closed above results, so that a phone shows the results first */}
      <details className="card scan-filters mt-6" open={results === null}>
        <summary className="flex min-h-11 items-center gap-2 px-4 font-600">
          <Icon name="sliders-horizontal" />
          {t('screener:filters')}
          <Icon name="chevron-down" className="ms-auto" />
        </summary>
        <ScanForm scan={scan} issues={issues} />
      </details>
      {problem !== null && (
        <div
          role="alert"
          className="mt-6 flex items-start gap-3 rounded-card border border-loss bg-ink-2 p-4"
        >
          <Icon name="octagon-alert" size="size-5" className="mt-px text-loss" />
          <div>
            <p className="font-600">{t('screener:failed')}</p>
            <p className="text-paper-2">
              <bdi>{problem}</bdi>
            </p>
          </div>
        </div>
      )}
      {results && <Results scan={scan} results={results} chartOpen={chartOpen} />}
    </div>
  );
}

const NUMBERS = ['priceMoreThan', 'priceLowerThan', 'volumeMoreThan', 'marketCapMoreThan'] as const;

/** A GET form, so that each scan has an address. */
function ScanForm({ scan, issues }: { scan: Scan; issues: ScanIssues }) {
  const t = useT();
  const { types, values, by, direction } = scan;
  return (
    <form className="flex flex-col gap-6 p-4 md:p-6" method="get" action="/screener">
      <HiddenFields
        fields={{
          scan: 1,
          by: by !== 'marketCap' && by,
          dir: direction !== firstDirection(by) && direction,
        }}
      />
      <fieldset>
        <legend className="label">{t('screener:types')}</legend>
        <div className="grid gap-2 compact:grid-cols-2 lg:grid-cols-4">
          {TRADE_TYPES.map((type) => (
            <label key={type} className="choice !items-start py-2.5">
              <input
                className="mt-0.5 shrink-0"
                type="checkbox"
                name="type"
                value={type}
                defaultChecked={types.includes(type)}
                aria-describedby={`about-${type}`}
              />
              <span className="min-w-0">
                <span className="block font-600 text-paper">{t(`screener:type.${type}`)}</span>
                <span id={`about-${type}`} className="block text-caption text-paper-3">
                  {t(`screener:about.${type}`)}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 compact:grid-cols-2 lg:grid-cols-5">
        {NUMBERS.map((field) => (
          <Field
            key={field}
            name={field}
            label={t(`screener:field.${field}`)}
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            placeholder={t('screener:any')}
            defaultValue={values[field]}
            issue={numberIssue(issues[field], t)}
          />
        ))}
        <Field
          name="sector"
          label={t('screener:field.sector')}
          maxLength={100}
          autoComplete="off"
          placeholder={t('screener:any')}
          defaultValue={values.sector}
          issue={issues.sector ? t('screener:tooLong') : undefined}
        />
      </div>
      <div className="scan-go">
        <Submit>
          <Icon name="search" />
          {t('screener:scan')}
        </Submit>
        {scan.isScan && (
          <LinkButton look="ghost" href="/screener">
            {t('screener:clear')}
          </LinkButton>
        )}
      </div>
    </form>
  );
}

function numberIssue(issue: ScanIssues[keyof ScanIssues], t: Translate): string | undefined {
  if (issue === undefined) return undefined;
  return issue === 'invalid' ? t('screener:notNumber') : t('errors:doubtfulNumber', issue);
}

type ScanLine = ScanRow & {
  logo: string;
};

type ResultsProps = { scan: Scan; results: ScanResult; chartOpen: boolean };

function Results({ scan, results, chartOpen }: ResultsProps) {
  const t = useT();
  const { lines, total, pages, source } = results;
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
        {scan.isScan ? (
          <p role="status" className="text-h3">
            {t('screener:found', { count: total })}
          </p>
        ) : (
          <h2 className="text-h3">{t('screener:movers')}</h2>
        )}
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
      <PageLinks page={scan.page} pages={pages} hrefOf={(page) => scanHref({ ...scan, page })} moves />
    </section>
  );
}

function Head({ column, scan }: { column: ScanOrder; scan: Scan }) {
  const t = useT();
  const isCurrent = scan.isScan && scan.by === column;
  const turned = scan.direction === 'asc' ? 'desc' : 'asc';
  const direction = isCurrent ? turned : firstDirection(column);
  return (
    <SortHead
      column={column}
      className={column === 'symbol' ? 'scan-first' : undefined}
      href={scanHref({ ...scan, by: column, direction, page: 1 })}
      direction={isCurrent ? scan.direction : null}
    >
      {t(`screener:column.${column}`)}
    </SortHead>
  );
}

function Line({ line }: { line: ScanLine }) {
  const t = useT();
  const { symbol, companyName, sector, price, changePercent, volume, marketCap, beta, logo } = line;
  return (
    <tr>
      <th scope="row" data-column="symbol" className="scan-first">
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

/** The company's logo over a default one, which is visible when the logo fails to load. */
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
