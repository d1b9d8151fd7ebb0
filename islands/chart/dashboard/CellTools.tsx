import { type PointerEvent, useRef } from 'react';
import { type ChartStrings, fill } from '../strings.ts';
import type { Cell, DashboardMode } from './cell.ts';
import { moveCell, removeCell, resizeCell } from './layout.ts';

const ROW = 165;

/** What lies over a chart in resize mode: remove, size and place, by button; corner and body, by pointer. */
export default function CellTools({
  cell,
  cells,
  onCells,
  mode,
  columns,
  strings,
}: {
  cell: Cell;
  cells: readonly Cell[];
  onCells(cells: readonly Cell[]): void;
  mode: DashboardMode;
  columns: number;
  strings: ChartStrings;
}) {
  const { id } = cell;
  const place = cells.findIndex((each) => each.id === id);
  const grip = useRef<{ x: number; y: number; cells: readonly Cell[]; column: number } | null>(null);

  function sizeDown(event: PointerEvent<HTMLElement>): void {
    const box = event.currentTarget.closest('[data-cell]')!.getBoundingClientRect();
    event.currentTarget.setPointerCapture(event.pointerId);
    // Width in twelfths, whatever the number of columns.
    grip.current = { x: event.clientX, y: event.clientY, cells, column: box.width / cell.w };
  }
  function sizeMove(event: PointerEvent): void {
    const { current } = grip;
    if (!current) return;
    const dw = columns > 4 ? Math.round((event.clientX - current.x) / current.column) : 0;
    onCells(resizeCell(current.cells, id, dw, Math.round((event.clientY - current.y) / ROW)));
  }

  function dropped(event: PointerEvent): void {
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest<HTMLElement>('[data-cell]')?.dataset.cell)
      .find((each) => each !== undefined);
    const to = cells.findIndex((each) => String(each.id) === under);
    if (to >= 0 && to !== place) onCells(moveCell(cells, id, to));
  }

  const steps = [
    { name: strings.narrower, icon: 'i-lucide-chevron-left', run: () => resizeCell(cells, id, -1, 0) },
    { name: strings.wider, icon: 'i-lucide-chevron-right', run: () => resizeCell(cells, id, 1, 0) },
    { name: strings.shorter, icon: 'i-lucide-chevron-up', run: () => resizeCell(cells, id, 0, -1) },
    { name: strings.taller, icon: 'i-lucide-chevron-down', run: () => resizeCell(cells, id, 0, 1) },
    { name: strings.moveBack, icon: 'i-lucide-arrow-left', run: () => moveCell(cells, id, place - 1) },
    { name: strings.moveOn, icon: 'i-lucide-arrow-right', run: () => moveCell(cells, id, place + 1) },
  ];
  return (
    <div className="absolute inset-0 z-30 rounded-[10px] border-2 border-dashed border-paper-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow buttons do the same by keyboard */}
      <div
        className={`absolute inset-0 touch-none ${mode === 'drag' ? 'cursor-grab bg-[rgb(5_6_8/.4)]' : ''}`}
        data-drag={mode === 'drag'}
        // Or the double-click selects text, and the browser drags that instead.
        onMouseDown={(event) => event.preventDefault()}
        // A mouse has to be told whose drag it is.
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerUp={mode === 'drag' ? dropped : undefined}
      />
      <div className="absolute inset-x-2 top-1/2 flex flex-wrap justify-center gap-1">
        {steps.map(({ name, icon, run }) => (
          <button
            key={name}
            type="button"
            className="icon-tool"
            aria-label={`${name}: ${id}`}
            title={name}
            onClick={() => onCells(run())}
          >
            <span className={`${icon} text-[16px]`} aria-hidden="true" />
          </button>
        ))}
        {id !== 1 && (
          <button
            type="button"
            className="icon-tool text-loss"
            aria-label={fill(strings.removeChart, { id })}
            title={fill(strings.removeChart, { id })}
            onClick={() => onCells(removeCell(cells, id))}
          >
            <span className="i-lucide-x text-[16px]" aria-hidden="true" />
          </button>
        )}
      </div>
      <span
        className="absolute bottom-0 end-0 h-6 w-6 cursor-nwse-resize touch-none border-b-4 border-e-4 border-paper rounded-be-[8px]"
        data-resize={id}
        onPointerDown={sizeDown}
        onPointerMove={sizeMove}
        onPointerUp={() => {
          grip.current = null;
        }}
      />
    </div>
  );
}
