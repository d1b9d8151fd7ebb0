import type { PanelRequest } from '#components/chart/panel.ts';
import { type ChartType, PANEL_INTERVALS, type PanelInterval } from '#components/chart/types.ts';
import { Icon } from '#components/ui/Icon.tsx';
import type { SmaPeriod, StudyId } from '#core/market/indicators.ts';
import type { ChartStrings } from '../panel/strings.ts';
import { GetForm } from './GetForm.tsx';
import { Indicators, TypePicker } from './Pickers.tsx';
import { TickerInput } from './TickerInput.tsx';

export type ToolbarActions = {
  /** @returns whether the panel goes there */
  ticker(symbol: string): boolean;
  interval(interval: PanelInterval): void;
  type(type: ChartType): void;
  average(period: SmaPeriod): void;
  study(id: StudyId): void;
  draw(): void;
  realtime(): void;
  short(): void;
};

export function Toolbar({
  request,
  cash,
  drawing,
  realtime,
  realtimeLocked,
  strings,
  on,
}: {
  request: PanelRequest;
  cash: string;
  drawing: boolean;
  realtime: boolean;
  realtimeLocked: boolean;
  strings: ChartStrings;
  on: ToolbarActions;
}) {
  return (
    <div className="chart-toolbar">
      <TickerInput request={request} strings={strings} onTicker={on.ticker} />
      <TypePicker request={request} strings={strings} onType={on.type} />
      <GetForm request={request} omit="interval" className="lt-md:order-4 lt-md:w-full">
        <fieldset className="chart-intervals" aria-label={strings.interval}>
          {PANEL_INTERVALS.map((interval) => (
            <button
              key={interval}
              type="submit"
              name="interval"
              value={interval}
              aria-pressed={!realtime && interval === request.interval}
              onClick={(event) => {
                event.preventDefault();
                on.interval(interval);
              }}
              className="chart-interval"
            >
              {interval}
            </button>
          ))}
          {realtime && <span className="chart-interval chart-minute">1m</span>}
        </fieldset>
      </GetForm>
      <Indicators request={request} strings={strings} onAverage={on.average} onStudy={on.study} />
      <button
        type="button"
        className="tool icon-tool lt-md:order-7 aria-[pressed=true]:border-paper aria-[pressed=true]:bg-ink-4"
        aria-pressed={drawing}
        aria-label={strings.draw}
        title={strings.draw}
        onClick={on.draw}
      >
        <Icon name="pencil-line" size="size-4" />
      </button>
      <button
        type="button"
        className="tool icon-tool lt-md:order-8 aria-[pressed=true]:border-gain aria-[pressed=true]:text-gain"
        aria-pressed={realtime}
        aria-label={`R: ${strings.realtime}`}
        title={strings.realtime}
        disabled={realtimeLocked}
        onClick={on.realtime}
      >
        R
      </button>
      <ShortSwitch request={request} strings={strings} onShort={on.short} />
      <Cash cash={cash} label={strings.cash} />
    </div>
  );
}

function ShortSwitch({
  request,
  strings,
  onShort,
}: {
  request: PanelRequest;
  strings: ChartStrings;
  onShort(): void;
}) {
  return (
    <GetForm request={request} omit="short" className="lt-md:order-2">
      <button
        type="submit"
        name="short"
        value={request.short ? '' : '1'}
        aria-pressed={request.short}
        className="chart-switch"
        onClick={(event) => {
          event.preventDefault();
          onShort();
        }}
      >
        {strings.short}
        <span className="chart-track" aria-hidden="true">
          <span className="chart-knob" />
        </span>
      </button>
    </GetForm>
  );
}

/** Rounded down, in dollars, the sign after it. */
function Cash({ cash, label }: { cash: string; label: string }) {
  return (
    <p className="m-0 ms-auto lt-md:order-3 flex items-baseline gap-2">
      <span className="text-size-caption text-paper-3 lt-md:sr-only">{label}</span>
      <bdi dir="ltr" className="text-size-figure font-600 tabular-nums" data-testid="cash">
        {cash}
        <span className="font-500 text-paper-3">$</span>
      </bdi>
    </p>
  );
}
