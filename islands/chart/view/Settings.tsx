import type { Display } from '../data/display.ts';
import { Later } from '../panel/later.tsx';
import { settingsMenu } from '../panel/parts.ts';
import type { ChartStrings } from '../panel/strings.ts';
import { Menu } from './Menu.tsx';

export type SettingsProps = {
  display: Display;
  onToggle(key: keyof Display): void;
  table: boolean;
  onTable(): void;
  onShortcuts(): void;
  /** Adds a chart to the dashboard; null when there is no room for one. */
  onAdd: (() => void) | null;
  strings: ChartStrings;
};

/** The gear: what the chart shows besides prices. */
export function Settings(props: SettingsProps) {
  return (
    <Menu
      className="tool icon-tool"
      label={props.strings.settings}
      align="end"
      bare
      summary={<span className="i-lucide-sliders-horizontal size-4" aria-hidden="true" />}
    >
      {(close, opened) => opened && <Later part={settingsMenu} props={{ ...props, close }} />}
    </Menu>
  );
}
