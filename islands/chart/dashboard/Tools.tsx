import { Icon } from '#components/ui/Icon.tsx';
import { fill } from '#core/locale/sentence.ts';
import { useStrings } from '../ground/use-strings.tsx';
import type { Cell, DashboardMode } from './cell.ts';
import { MOST_CELLS } from './layout.ts';

const SIZE = 'size-4 lt-xs:hidden';

/** The dashboard's toolbar, rendered in creative mode. */
export default function Tools({
  cells,
  onAdd,
  mode,
  onMode,
  said,
  say,
}: {
  cells: readonly Cell[];
  /** Null when there is no space for another chart. */
  onAdd: (() => Promise<void>) | null;
  mode: DashboardMode;
  onMode(mode: DashboardMode): void;
  said: string;
  say(sentence: string): void;
}) {
  const strings = useStrings();
  const isResizing = mode !== 'fixed';
  async function add(): Promise<void> {
    await onAdd?.();
    say(fill(strings.saidAdded, { count: cells.length + 1 }));
  }
  return (
    <div role="toolbar" aria-label={strings.dashboard} className="chart-tools">
      <button type="button" className="tool" disabled={!onAdd} onClick={add}>
        <Icon name="plus" size={SIZE} />
        {strings.addChart}
        <bdi dir="ltr" className="font-400 text-paper-3" aria-hidden="true">
          {cells.length}/{MOST_CELLS}
        </bdi>
      </button>
      <button
        type="button"
        className="tool chart-mode"
        aria-pressed={isResizing}
        onClick={() => onMode(isResizing ? 'fixed' : 'resize')}
      >
        <Icon name="grid-2x2" size={SIZE} />
        {strings.resizeMode}
      </button>
      <button
        type="button"
        className="tool chart-mode"
        aria-pressed={mode === 'drag'}
        title={strings.dragHint}
        disabled={!isResizing}
        onClick={() => onMode(mode === 'drag' ? 'resize' : 'drag')}
      >
        <Icon name="move" size={SIZE} />
        {strings.dragMode}
      </button>
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  );
}
