import type { SettingsProps } from './Settings.tsx';

/** What is under the gear. */
export default function SettingsMenu({
  display,
  onToggle,
  table,
  onTable,
  onShortcuts,
  onAdd,
  strings,
  close,
}: SettingsProps & { close(): void }) {
  const { showWatermark, showTickerWatermark } = display;
  const items = [
    {
      icon: showWatermark ? 'i-lucide-eye-off' : 'i-lucide-eye',
      text: showWatermark ? strings.hideSymbol : strings.showSymbol,
      run: () => onToggle('showWatermark'),
    },
    {
      icon: showTickerWatermark ? 'i-lucide-eye-off' : 'i-lucide-eye',
      text: showTickerWatermark ? strings.hideTicker : strings.showTicker,
      run: () => onToggle('showTickerWatermark'),
    },
    { icon: 'i-lucide-plus', text: strings.add, run: onAdd },
    {
      icon: table ? 'i-lucide-chart-candlestick' : 'i-lucide-grid-2x2',
      text: table ? strings.viewChart : strings.viewTable,
      run: onTable,
    },
    { icon: 'i-lucide-keyboard', text: strings.shortcuts, run: onShortcuts },
  ];
  return items.map(({ icon, text, run }) => (
    <button
      key={text}
      type="button"
      className="menu-item"
      disabled={!run}
      onClick={() => {
        run?.();
        close();
      }}
    >
      <span className={`${icon} size-4`} aria-hidden="true" />
      {text}
    </button>
  ));
}
