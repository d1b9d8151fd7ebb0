import { Icon } from '#components/ui/Icon.tsx';
import type { Display } from '../data/browser-store.ts';
import { Later, part } from '../ground/later.tsx';
import { Menu } from '../ground/Menu.tsx';
import { useStrings } from '../ground/use-strings.tsx';
import type { ScaleChoice } from '../scale/use-scale.ts';

/** How many charts share the window. */
export type ChartCount = 1 | 2 | 4;

/** What a panel's menu does to the dashboard: sets the number of charts, moves a chart, or removes it. */
export type Arrange = {
  split(count: ChartCount): Promise<void>;
  move(id: number, by: -1 | 1): Promise<void>;
  remove(id: number): Promise<void>;
};

export type SettingsProps = {
  display: Display;
  onToggle(key: keyof Display): void;
  table: boolean;
  onTable(): void;
  onShortcuts(): void;
  scale: ScaleChoice;
  /** Adds a chart to the dashboard; null for a full dashboard. */
  onAdd: (() => void) | null;
  arrange: Arrange;
  /** The chart's id, its number from 1, and the number of charts. */
  grid: { id: number; place: number; count: number };
};

const settingsMenu = part(async () => (await import('./SettingsMenu.tsx')).default);

/** The settings menu of a chart. */
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
