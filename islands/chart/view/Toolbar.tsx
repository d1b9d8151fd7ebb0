import { type ReactNode, useId, useRef } from 'react';
import type { PanelRequest, PanelSetting } from '#components/chart/panel.ts';
import { type ChartType, PANEL_INTERVALS, type PanelInterval } from '#components/chart/types.ts';
import { Icon } from '#components/ui/Icon.tsx';
import type { IndicatorId, SmaPeriod } from '#core/market/indicators.ts';
import { GetForm } from '../ground/GetForm.tsx';
import { useStrings } from '../ground/use-strings.tsx';
import { Indicators, TypePicker } from './Pickers.tsx';
import { TickerInput } from './TickerInput.tsx';

export type ToolbarActions = {
  /** @returns true when the panel accepts the ticker */
  ticker(symbol: string): boolean;
  interval(interval: PanelInterval): void;
  type(type: ChartType): void;
  average(period: SmaPeriod): void;
  indicator(id: IndicatorId): void;
  draw(): void;
  realtime(): void;
  short(): void;
};

type ToolbarProps = {
  request: PanelRequest;
  cash: string;
  game: PanelSetting['game'];
  /** True in a game whose rules exclude short sales. */
  isLongOnly: boolean;
  settings: ReactNode;
  drawing: boolean;
  realtime: boolean;
  realtimeLocked: boolean;
  on: ToolbarActions;
};

/** The toolbar. On a phone it shows the intervals and a button that opens the rest; the ticker is in the top bar. */
export function Toolbar({
  request,
  cash,
  game,
  isLongOnly,
  settings,
  drawing,
  realtime,
  realtimeLocked,
  on,
}: ToolbarProps) {
  const strings = useStrings();
  const id = useId();
  const rest = useRef<HTMLDivElement>(null);
  /** Returns a handler that closes the popover of tools, which phones have, and calls `press`. */
  const closing = (press: () => void) => () => {
    rest.current?.hidePopover?.();
    press();
  };
  return (
    <div className="chart-toolbar">
      <TickerInput request={request} onTicker={on.ticker} />
      <div ref={rest} id={id} popover="auto" className="chart-rest">
        <button
          type="button"
          popoverTarget={id}
          className="tool icon-tool chart-more"
          aria-label={strings.chartTools}
          title={strings.chartTools}
        >
          <Icon name="sliders-horizontal" size="size-4" />
        </button>
        <TypePicker request={request} onType={on.type} />
        <Intervals request={request} realtime={realtime} onInterval={on.interval} />
        <Indicators request={request} onAverage={on.average} onIndicator={on.indicator} />
        <button
          type="button"
          className="tool icon-tool aria-[pressed=true]:border-paper aria-[pressed=true]:bg-ink-4"
          aria-pressed={drawing}
          aria-label={strings.draw}
          title={strings.draw}
          onClick={closing(on.draw)}
        >
          <Icon name="pencil-line" size="size-4" />
        </button>
        <button
          type="button"
          className="tool icon-tool aria-[pressed=true]:border-gain aria-[pressed=true]:text-gain"
          aria-pressed={realtime}
          aria-label={`R: ${strings.realtime}`}
          title={strings.realtime}
          disabled={realtimeLocked}
          onClick={closing(on.realtime)}
        >
          R
        </button>
        {isLongOnly && !request.short ? (
          <span className="me-auto" />
        ) : (
          <ShortSwitch request={request} onShort={on.short} />
        )}
        {settings}
        <Cash cash={cash} game={game.name} label={strings.cash} />
      </div>
    </div>
  );
}

type IntervalsProps = { request: PanelRequest; realtime: boolean; onInterval(interval: PanelInterval): void };

function Intervals({ request, realtime, onInterval }: IntervalsProps) {
  const strings = useStrings();
  return (
    <GetForm request={request} omit="interval" className="chart-spans">
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
              onInterval(interval);
            }}
            className="chart-interval"
          >
            {interval}
          </button>
        ))}
        {realtime && <span className="chart-interval chart-minute">1m</span>}
      </fieldset>
    </GetForm>
  );
}

function ShortSwitch({ request, onShort }: { request: PanelRequest; onShort(): void }) {
  const strings = useStrings();
  return (
    <GetForm request={request} omit="short" className="me-auto">
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

/** A link from the game's name to the list of games, and the game's cash in whole dollars, rounded down. */
function Cash({ cash, game, label }: { cash: string; game: string; label: string }) {
  return (
    <p className="chart-cash m-0 flex items-baseline gap-2">
      <a className="tag self-center" href="/games" dir="auto">
        {game}
      </a>
      <span className="text-size-caption text-paper-3">{label}</span>
      <bdi dir="ltr" className="text-size-figure font-600" data-testid="cash">
        {cash}
        <span className="font-500 text-paper-3">$</span>
      </bdi>
    </p>
  );
}
