import type { ReactNode } from 'react';
import { type NumberName, PERIODS } from '#core/numbers/figures.ts';
import { useT } from '#framework/page.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { FactCard } from '../ui/figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { SegmentLinks } from '../ui/Links.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';

/** Formatted texts; "—" for a missing figure. */
export type NumbersView = {
  days: number;
  /** The time zone of the days. */
  zone: string;
  /** The numbers of the newest season and of the previous one; null for a season that does not exist. */
  seasons: readonly [number | null, number | null];
  rows: readonly {
    figure: NumberName;
    name: string;
    /** By day, newest last; null for a day without the figure. */
    bars: readonly (number | null)[];
    today: string;
    total: string;
    newest: string;
    previous: string;
  }[];
  /**
   * `share`: this step as a percentage of the previous step; null where it cannot be computed. `width`: from 0 to 1.
   */
  funnel: readonly { name: string; value: string; share: string | null; width: number }[];
  unread: string;
  /** When the oldest unread message was sent; null without one. */
  oldest: string | null;
  figure: NumberName;
  /** Newest day first; `width` is from 0 to 1. */
  table: readonly { day: string; date: string; value: string; width: number }[];
};

/** /admin/numbers: unread messages, the funnel, and each figure by day, in total and in the two newest seasons. */
export function NumbersPage(view: NumbersView) {
  const { days, zone, seasons, rows, funnel, unread, oldest, figure, table } = view;
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-254 grid-cols-1 gap-7">
      <header>
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h1 className="text-h1">{t('numbers:title')}</h1>
          <div className="flex flex-wrap items-center gap-3">
            <SegmentLinks
              label={t('numbers:period')}
              segments={PERIODS.map((count) => ({
                href: count === 30 ? '/admin/numbers' : `/admin/numbers?days=${count}`,
                label: t('numbers:days', { days: count }),
                current: count === days,
              }))}
            />
            <LinkButton className="btn-small" href={`/api/numbers?days=${days}`} download>
              <Icon name="download" />
              {t('seasons:csv')}
            </LinkButton>
          </div>
        </div>
        <p className="mt-3 max-w-[72ch] text-size-small text-paper-2">
          {t('numbers:about')} <bdi>{zone}</bdi>.
        </p>
      </header>
      <dl className="figures grid-cols-2">
        <FactCard label={t('numbers:unread')}>{unread}</FactCard>
        <FactCard label={t('numbers:oldest')}>{oldest ?? '—'}</FactCard>
      </dl>
      <TitledSection title={t('numbers:funnel')}>
        <ol className="mt-3 grid gap-2">
          {funnel.map(({ name, value, share, width }) => (
            <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
              <span>{name}</span>
              <span>
                <bdi>{value}</bdi>
                {share && (
                  <span className="text-paper-3">
                    {' '}
                    · <bdi>{share}</bdi>
                  </span>
                )}
              </span>
              <span className="col-span-2">
                <Portion of={width} />
              </span>
            </li>
          ))}
        </ol>
      </TitledSection>
      <TitledSection title={t('numbers:figures')}>
        <div className="mt-3 overflow-x-auto">
          <table className="w-full text-size-small">
            <thead className="text-caption text-paper-3">
              <tr>
                <Head start>{t('numbers:byDay')}</Head>
                <Head>{t('numbers:today')}</Head>
                <Head>{t('numbers:days', { days })}</Head>
                {seasons.map(
                  (number) => number !== null && <Head key={number}>{t('numbers:season', { number })}</Head>,
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.figure} className="border-t border-line-1">
                  <th scope="row" className="py-2 text-start font-500">
                    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
                      <a
                        className="inline-flex min-h-8 w-24 items-center underline underline-offset-4 coarse:min-h-11 sm:w-45"
                        href={numbersHref(days, row.figure)}
                        aria-current={row.figure === figure || undefined}
                      >
                        {row.name}
                      </a>
                      <Bars values={row.bars} />
                    </span>
                  </th>
                  <Cell>{row.today}</Cell>
                  <Cell>{row.total}</Cell>
                  {seasons[0] !== null && <Cell>{row.newest}</Cell>}
                  {seasons[1] !== null && <Cell>{row.previous}</Cell>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </TitledSection>
      <section id="days">
        <h2 className="text-h3">{t(`numbers:${figure}`)}</h2>
        <table className="mt-3 w-full text-size-small">
          <thead className="text-caption text-paper-3">
            <tr>
              <Head start>{t('numbers:day')}</Head>
              <Head>{t('numbers:count')}</Head>
              <td className="w-full" />
            </tr>
          </thead>
          <tbody>
            {table.map(({ day, date, value, width }) => (
              <tr key={day} className="border-t border-line-1">
                <th scope="row" className="whitespace-nowrap py-2 text-start font-500">
                  <time dateTime={day}>{date}</time>
                </th>
                <Cell>{value}</Cell>
                <td className="py-2 ps-3">
                  <Portion of={width} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

const numbersHref = (days: number, figure: NumberName) => `/admin/numbers?days=${days}&figure=${figure}#days`;

/** A bar for a part of the whole. @param props.of from 0 to 1 */
const Portion = ({ of }: { of: number }) => (
  <svg
    className="block h-2 w-full text-paper-2 rtl:flip-x"
    viewBox="0 0 1000 8"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <rect width={Math.round(of * 1000)} height={8} fill="currentColor" />
  </svg>
);

const BAR = 4;
const HEIGHT = 28;

/**
 * A bar for each day. A day without the figure has no bar, and a zero has a thin line. The table below has the numbers.
 */
function Bars({ values }: { values: readonly (number | null)[] }) {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const path = values
    .map((value, i) => {
      if (value === null) return '';
      const height = Math.max(1, Math.round((value / most) * HEIGHT));
      return `M${i * BAR} ${HEIGHT}v-${height}h${BAR - 1}v${height}z`;
    })
    .join('');
  return (
    <svg
      className="h-7 w-24 text-paper-2 sm:w-45"
      viewBox={`0 0 ${values.length * BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

const Head = ({ start, children }: { start?: boolean; children: ReactNode }) => (
  <th scope="col" className={`py-2 font-500 ${start ? 'text-start' : 'ps-3 text-figures'}`}>
    {children}
  </th>
);

const Cell = ({ children }: { children: string }) => (
  <td className="whitespace-nowrap py-2 ps-3 text-figures">
    <bdi>{children}</bdi>
  </td>
);
