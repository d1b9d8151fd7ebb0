import { useEffect, useRef } from 'react';
import { useShared } from '../../_hooks/useShared.ts';
import { creative, readCreative } from '../../_state/creative.ts';
import { localStore } from '../stores.ts';
import type { ChartStrings } from '../strings.ts';
import type { Cell, DashboardMode } from './cell.ts';
import { addCell, columnsAt, layoutKey, MOST_CELLS, readLayout } from './layout.ts';

/** The dashboard's toolbar, hidden unless creative mode is on, and the keeper of its layout. */
export default function Tools({
  cells,
  onCells,
  onColumns,
  mode,
  onMode,
  userId,
  strings,
}: {
  cells: readonly Cell[];
  onCells(cells: readonly Cell[]): void;
  onColumns(columns: number): void;
  mode: DashboardMode;
  onMode(mode: DashboardMode): void;
  userId: number;
  strings: ChartStrings;
}) {
  const shown = useShared(creative, readCreative());
  const restored = useRef(false);

  useEffect(() => {
    const kept = readLayout(localStore()?.getItem(layoutKey(userId)) ?? null);
    if (kept) onCells(kept);
  }, [userId, onCells]);

  useEffect(() => {
    // The first run sees the layout before the kept one is in place.
    if (!restored.current) {
      restored.current = true;
      if (cells.length === 1) return;
    }
    try {
      localStore()?.setItem(layoutKey(userId), JSON.stringify(cells));
    } catch {
      // A full store forgets the layout.
    }
  }, [userId, cells]);

  useEffect(() => {
    const measure = () => onColumns(columnsAt(window.innerWidth));
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [onColumns]);

  useEffect(() => {
    if (!shown) onMode('fixed');
  }, [shown, onMode]);

  if (!shown) return null;
  const resizing = mode !== 'fixed';
  return (
    <div role="toolbar" aria-label={strings.dashboard} className="mb-2 flex flex-wrap gap-2">
      <button
        type="button"
        className="tool"
        disabled={cells.length >= MOST_CELLS}
        onClick={() => onCells(addCell(cells))}
      >
        <span className="i-lucide-plus text-[16px]" aria-hidden="true" />
        {strings.addChart}
      </button>
      <button
        type="button"
        className="tool aria-[pressed=true]:border-paper"
        aria-pressed={resizing}
        onClick={() => onMode(resizing ? 'fixed' : 'resize')}
      >
        <span className="i-lucide-grid-2x2 text-[16px]" aria-hidden="true" />
        {strings.resizeMode}
      </button>
      <button
        type="button"
        className="tool aria-[pressed=true]:border-paper"
        aria-pressed={mode === 'drag'}
        disabled={!resizing}
        onClick={() => onMode(mode === 'drag' ? 'resize' : 'drag')}
      >
        <span className="i-lucide-move text-[16px]" aria-hidden="true" />
        {strings.dragMode}
      </button>
    </div>
  );
}
