import type { ReactNode } from 'react';
import { fill } from '#core/locale/sentence.ts';
import { CheckSign, Glyph } from '../ground/Menu.tsx';
import { useStrings } from '../ground/use-strings.tsx';
import { CompareField } from '../scale/Compare.tsx';
import { CAMERA, type ChartCount, type SettingsProps } from './Settings.tsx';

const COUNTS: readonly ChartCount[] = [1, 2, 4];

export default function SettingsMenu({
  display,
  onToggle,
  table,
  onTable,
  onShortcuts,
  scale,
  onAdd,
  arrange,
  grid,
  close,
}: SettingsProps & { close(): void }) {
  const strings = useStrings();
  const { id, place, count } = grid;
  const { showWatermark, showTickerWatermark } = display;
  const layout: Item[] = [
    { icon: 'i-lucide-plus', text: strings.add, run: onAdd },
    ...(count > 1
      ? [
          {
            icon: 'i-lucide-arrow-left',
            text: strings.moveBack,
            run: place > 1 ? () => arrange.move(id, -1) : null,
          },
          {
            icon: 'i-lucide-arrow-right',
            text: strings.moveOn,
            run: place < count ? () => arrange.move(id, 1) : null,
          },
          { icon: 'i-lucide-x', text: fill(strings.removeChart, { place }), run: () => arrange.remove(id) },
        ]
      : []),
  ];
  const panel: Item[] = [
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
    {
      icon: table ? 'i-lucide-chart-candlestick' : 'i-lucide-grid-2x2',
      text: table ? strings.viewChart : strings.viewTable,
      run: onTable,
    },
    {
      d: CAMERA,
      text: strings.savePicture,
      run: scale.picture,
    },
    { icon: 'i-lucide-keyboard', text: strings.shortcuts, run: onShortcuts },
  ];
  const log = {
    d: 'M4 4v16h16M7 18C7 10 12 7 19 6',
    text: strings.logScale,
    isOn: scale.isLog,
    run: scale.toggleLog,
  };
  return (
    <>
      <Part name={strings.menuLayout}>
        <Items items={layout} close={close} />
        <LayoutSwitch arrange={arrange} count={count} close={close} />
      </Part>
      <Part name={strings.menuScale}>
        <Items items={[log]} close={close} />
        <CompareField scale={scale} close={close} />
      </Part>
      <Part name={strings.menuPanel}>
        <Items items={panel} close={close} />
      </Part>
    </>
  );
}

type Item = { icon?: string; d?: string; text: string; isOn?: boolean; run: (() => unknown) | null };

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="m-0 border-0 p-0">
      <legend className="px-2.5 pt-2 text-size-caption text-paper-3">{name}</legend>
      {children}
    </fieldset>
  );
}

const Items = ({ items, close }: { items: readonly Item[]; close(): void }) =>
  items.map(({ icon, d, text, isOn, run }) => (
    <button
      key={text}
      type="button"
      className="menu-item"
      aria-pressed={isOn}
      disabled={!run}
      onClick={() => {
        void run?.();
        close();
      }}
    >
      {d ? <Glyph d={d} /> : <span className={`${icon} size-4`} aria-hidden="true" />}
      {text}
      {isOn && <CheckSign />}
    </button>
  ));

/** Buttons for one, two or four charts; the style sheet hides them in small windows. */
export function LayoutSwitch({
  arrange,
  count,
  close,
}: Pick<SettingsProps, 'arrange'> & { count: number; close(): void }) {
  const strings = useStrings();
  return (
    <fieldset className="chart-layouts" aria-label={strings.layout}>
      {COUNTS.map((charts) => (
        <button
          key={charts}
          type="button"
          className="chart-interval"
          aria-pressed={charts === count}
          aria-label={fill(strings.layoutOf, { count: charts })}
          title={fill(strings.layoutOf, { count: charts })}
          onClick={() => {
            void arrange.split(charts);
            close();
          }}
        >
          {charts}
        </button>
      ))}
    </fieldset>
  );
}
