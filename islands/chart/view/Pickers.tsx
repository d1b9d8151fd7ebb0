import { type PanelRequest, toggleAverage } from '#components/chart/panel.ts';
import { CHART_TYPES, type ChartType } from '#components/chart/types.ts';
import { fill } from '#core/locale/fill.ts';
import { SMA_COLORS, SMA_PERIODS, type SmaPeriod } from '#core/market/indicators.ts';
import type { ChartKey, ChartStrings } from '../panel/strings.ts';
import { GetForm } from './GetForm.tsx';
import { Menu } from './Menu.tsx';

const TYPE_ICON: Record<ChartType, string> = {
  candlestick: 'i-lucide-chart-candlestick',
  bar: 'i-lucide-chart-bar',
  line: 'i-lucide-chart-line',
  area: 'i-lucide-chart-area',
  baseline: 'i-lucide-chart-spline',
};

/** How the bars are drawn. */
export function TypePicker({
  request,
  strings,
  onType,
}: {
  request: PanelRequest;
  strings: ChartStrings;
  onType(type: ChartType): void;
}) {
  const nameOf = (type: ChartType) => strings[`type_${type}` satisfies ChartKey];
  return (
    <Menu
      className="tool lt-md:w-full lt-md:gap-1 lt-md:px-1.5"
      label={strings.type}
      summary={
        <>
          <span className={`${TYPE_ICON[request.type]} size-4`} aria-hidden="true" />
          <span className="lt-md:sr-only">{nameOf(request.type)}</span>
        </>
      }
    >
      {(close) => (
        <GetForm request={request} omit="type" className="grid">
          {CHART_TYPES.map((type) => (
            <button
              key={type}
              type="submit"
              name="type"
              value={type}
              aria-pressed={type === request.type}
              className="menu-item"
              onClick={(event) => {
                event.preventDefault();
                onType(type);
                close();
              }}
            >
              <span className={`${TYPE_ICON[type]} size-4`} aria-hidden="true" />
              {nameOf(type)}
              {type === request.type && <span className="i-lucide-check ms-auto" aria-hidden="true" />}
            </button>
          ))}
        </GetForm>
      )}
    </Menu>
  );
}

/** Moving averages, each on or off. */
export function Averages({
  request,
  strings,
  onAverage,
}: {
  request: PanelRequest;
  strings: ChartStrings;
  onAverage(period: SmaPeriod): void;
}) {
  return (
    <Menu
      className="tool lt-md:w-full lt-md:gap-1 lt-md:px-1.5"
      label={strings.smaPick}
      summary={
        <>
          <span className="font-600">{strings.sma}</span>
          {request.averages.map((period) => (
            <span key={period} style={{ color: SMA_COLORS[period] }} className="font-600">
              {period}
            </span>
          ))}
        </>
      }
    >
      {() => (
        <GetForm request={request} omit="sma" className="grid">
          {SMA_PERIODS.map((period) => {
            const on = request.averages.includes(period);
            return (
              <button
                key={period}
                type="submit"
                name="sma"
                value={toggleAverage(request.averages, period).join(',')}
                aria-pressed={on}
                className="menu-item"
                onClick={(event) => {
                  event.preventDefault();
                  onAverage(period);
                }}
              >
                <span className="h-0.5 w-4" style={{ background: SMA_COLORS[period] }} aria-hidden="true" />
                {fill(strings.smaPeriod, { period })}
                {on && <span className="i-lucide-check ms-auto" aria-hidden="true" />}
              </button>
            );
          })}
        </GetForm>
      )}
    </Menu>
  );
}
