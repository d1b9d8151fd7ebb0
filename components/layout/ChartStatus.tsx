import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon.tsx';

type Props = {
  active: boolean;
  /** True when the reader may open the chart at any time: an admin, or a guest in practice. */
  isAlwaysOpen: boolean;
  href: string;
  current: boolean;
  strings: { chart: string; chartOff: string; live: string; notLive: string };
};

/**
 * The status dot and the Chart item. A template holds the HTML of the opposite state, which islands/NavStatus.ts shows
 * when a season starts or ends.
 */
export function ChartStatus({ active, isAlwaysOpen, href, current, strings }: Props) {
  const link = (
    <a className="navlink" href={current ? undefined : href} aria-current={current ? 'page' : undefined}>
      <ChartIcon /> {strings.chart}
    </a>
  );
  const off = (
    <span className="navlink" aria-disabled="true" title={strings.chartOff}>
      <ChartIcon /> {strings.chart}
    </span>
  );
  const state = (is: boolean): ReactNode => (
    <span className="contents" data-status={is ? 'active' : 'inactive'}>
      <span
        className="flex shrink-0 items-center"
        role="img"
        aria-label={is ? strings.live : strings.notLive}
      >
        <StatusDot active={is} />
      </span>
      {is || isAlwaysOpen ? link : off}
    </span>
  );
  return (
    <>
      {state(active)}
      <template>{state(!active)}</template>
    </>
  );
}

/** The dot is filled while a season is active and crossed out otherwise, so that colour is never the only sign. */
function StatusDot({ active }: { active: boolean }) {
  return (
    <svg
      className={`h-2.5 w-2.5 ${active ? 'text-gain' : 'text-loss'}`}
      viewBox="0 0 10 10"
      aria-hidden="true"
    >
      {active ? (
        <circle cx="5" cy="5" r="4" fill="currentColor" />
      ) : (
        <path d="M0 5h10M5 1.2a3.8 3.8 0 1 0 .01 0" fill="none" stroke="currentColor" strokeWidth="1.6" />
      )}
    </svg>
  );
}

const ChartIcon = () => <Icon name="chart-candlestick" size="size-5" />;
