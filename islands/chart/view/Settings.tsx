import { Icon } from '#components/ui/Icon.tsx';
import { Later, part } from '../ground/later.tsx';
import { Glyph, Menu } from '../ground/Menu.tsx';
import { useStrings } from '../ground/use-strings.tsx';
import type { ScaleChoice } from '../scale/use-scale.ts';

export type ChartCount = 1 | 2 | 4;

export type Arrange = {
  split(count: ChartCount): Promise<void>;
  move(id: number, by: -1 | 1): Promise<void>;
  remove(id: number): Promise<void>;
};

/** Whether a chart shows the company in its corner and the large ticker (docs/rules/10-chart.md 7). */
type Display = { showWatermark: boolean; showTickerWatermark: boolean };

export type SettingsProps = {
  display: Display;
  onToggle(key: keyof Display): void;
  table: boolean;
  onTable(): void;
  onShortcuts(): void;
  scale: ScaleChoice;
  /** Adds a chart to the dashboard; null when the dashboard is full. */
  onAdd: (() => void) | null;
  arrange: Arrange;
  /** The chart's id, its number from 1, and the number of charts. */
  grid: { id: number; place: number; count: number };
};

const settingsMenu = part(async () => (await import('./SettingsMenu.tsx')).default);
const layoutSwitch = part(async () => (await import('./SettingsMenu.tsx')).LayoutSwitch);
const compareField = part(async () => (await import('../scale/Compare.tsx')).CompareField);

/** Buttons of a single chart in a wide window: layout, compare, save as picture. */
export function QuickTools({ scale, arrange }: Pick<SettingsProps, 'scale' | 'arrange'>) {
  const strings = useStrings();
  const menu = { className: 'tool icon-tool', align: 'end', bare: true } as const;
  return (
    <div className="chart-quick">
      <Menu {...menu} label={strings.layout} summary={<Icon name="grid-2x2" size="size-4" />}>
        {(close, opened) => opened && <Later part={layoutSwitch} props={{ arrange, count: 1, close }} />}
      </Menu>
      <Menu {...menu} label={strings.compareTool} summary={<Glyph d={COMPARE} />}>
        {(close, opened) => opened && <Later part={compareField} props={{ scale, close }} />}
      </Menu>
      <button
        type="button"
        className="tool icon-tool"
        aria-label={strings.savePicture}
        title={strings.savePicture}
        onClick={() => scale.picture()}
      >
        <Glyph d={CAMERA} />
      </button>
    </div>
  );
}

/** Icon path: two lines that cross. */
const COMPARE = 'M3 17l6-6l4 4l8-9M3 7l6 7l4-3l8 8';
export const CAMERA = 'M4 7h4l2-3h4l2 3h4v12H4zM12 10a3 3 0 1 0 0 6a3 3 0 1 0 0-6';

export function ChartSettings(props: SettingsProps) {
  return (
    <Menu
      place="chart-gear"
      className="tool icon-tool"
      label={useStrings().settings}
      align="end"
      bare
      summary={<Icon name="sliders-horizontal" size="size-4" />}
    >
      {(close, opened) => opened && <Later part={settingsMenu} props={{ ...props, close }} />}
    </Menu>
  );
}
