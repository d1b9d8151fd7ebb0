import { type PanelRequest, toggleAverage, toggleIndicator } from '#components/chart/panel.ts';
import { CHART_TYPES, type ChartType } from '#components/chart/types.ts';
import { Icon, type IconName } from '#components/ui/Icon.tsx';
import { fill } from '#core/locale/sentence.ts';
import {
  INDICATOR_IDS,
  type IndicatorId,
  SMA_COLORS,
  SMA_PERIODS,
  type SmaPeriod,
} from '#core/market/indicators.ts';
import { GetForm } from '../ground/GetForm.tsx';
import { Menu } from '../ground/Menu.tsx';
import type { ChartKey } from '../ground/strings.ts';
import { useStrings } from '../ground/use-strings.tsx';

const TYPE_ICON: Record<ChartType, IconName> = {
  candlestick: 'chart-candlestick',
  bar: 'chart-bar',
  line: 'chart-line',
  area: 'chart-area',
  baseline: 'chart-spline',
};

export function TypePicker({ request, onType }: { request: PanelRequest; onType(type: ChartType): void }) {
  const strings = useStrings();
  const nameOf = (type: ChartType) => strings[`type_${type}` satisfies ChartKey];
  return (
    <Menu
      className="tool"
      label={strings.type}
      summary={
        <>
          <Icon name={TYPE_ICON[request.type]} size="size-4" />
          {nameOf(request.type)}
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
              <Icon name={TYPE_ICON[type]} size="size-4" />
              {nameOf(type)}
              {type === request.type && <Icon name="check" size="size-[1em]" className="ms-auto" />}
            </button>
          ))}
        </GetForm>
      )}
    </Menu>
  );
}

type IndicatorsProps = {
  request: PanelRequest;
  onAverage(period: SmaPeriod): void;
  onIndicator(id: IndicatorId): void;
};

export function Indicators({ request, onAverage, onIndicator }: IndicatorsProps) {
  const strings = useStrings();
  const { averages, studies } = request;
  return (
    <Menu
      className="tool"
      label={strings.indicators}
      summary={
        <>
          <span className="font-600">{strings.sma}</span>
          {averages.map((period) => (
            <span key={period} style={{ color: SMA_COLORS[period] }} className="font-600">
              {period}
            </span>
          ))}
          {studies.length > 0 && <span className="font-600 text-paper-2">+{studies.length}</span>}
        </>
      }
    >
      {() => (
        <>
          <GetForm request={request} omit="sma" className="grid">
            {SMA_PERIODS.map((period) => (
              <IndicatorItem
                key={period}
                name="sma"
                value={toggleAverage(averages, period).join(',')}
                on={averages.includes(period)}
                color={SMA_COLORS[period]}
                text={fill(strings.smaPeriod, { period })}
                onPress={() => onAverage(period)}
              />
            ))}
          </GetForm>
          <GetForm request={request} omit="ind" className="grid border-t border-line-2">
            {INDICATOR_IDS.map((id) => (
              <IndicatorItem
                key={id}
                name="ind"
                value={toggleIndicator(studies, id).join(',')}
                on={studies.includes(id)}
                text={strings[`indicator_${id}` satisfies ChartKey]}
                onPress={() => onIndicator(id)}
              />
            ))}
          </GetForm>
        </>
      )}
    </Menu>
  );
}

type IndicatorItemProps = {
  name: string;
  value: string;
  on: boolean;
  color?: string;
  text: string;
  onPress(): void;
};

function IndicatorItem({ name, value, on, color = 'currentColor', text, onPress }: IndicatorItemProps) {
  return (
    <button
      type="submit"
      name={name}
      value={value}
      aria-pressed={on}
      className="menu-item whitespace-nowrap"
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      <span className="h-0.5 w-4" style={{ background: color }} aria-hidden="true" />
      {text}
      {on && <Icon name="check" size="size-[1em]" className="ms-auto" />}
    </button>
  );
}
