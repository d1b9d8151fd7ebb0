import { Icon } from '#components/ui/Icon.tsx';
import type { Arrange } from '../dashboard/cell.ts';
import type { Display } from '../data/display.ts';
import { Later } from '../panel/later.tsx';
import { settingsMenu } from '../panel/parts.ts';
import type { ChartStrings } from '../panel/strings.ts';
import type { ScaleChoice } from '../scale/use-scale.ts';
import { Menu } from './Menu.tsx';

export type SettingsProps = {
  display: Display;
  onToggle(key: keyof Display): void;
  table: boolean;
  onTable(): void;
  onShortcuts(): void;
  scale: ScaleChoice;
  /** Adds a chart to the dashboard; null when there is no room for one. */
  onAdd: (() => void) | null;
  arrange: Arrange;
  /** Which chart of how many it is, from 1. */
  grid: { id: number; place: number; count: number };
  strings: ChartStrings;
};

/** The gear: what the chart shows besides prices. */
export function ChartSettings(props: SettingsProps) {
  return (
    <Menu
      place="chart-gear"
      className="tool icon-tool"
      label={props.strings.settings}
      align="end"
      bare
      summary={<Icon name="sliders-horizontal" size="size-4" />}
    >
      {(close, opened) => opened && <Later part={settingsMenu} props={{ ...props, close }} />}
    </Menu>
  );
}
