import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { fill } from '#core/locale/fill.ts';
import type { ChartStrings } from '../panel/strings.ts';
import { type Cell, type DashboardMode, LEAST_HEIGHT, LEAST_WIDTH, spanOf } from './cell.ts';
import { carry } from './drag.ts';
import { MOST_HEIGHT, moveCell, removeCell, resizeCell } from './layout.ts';
import { Stepper } from './Stepper.tsx';
import { useColumns } from './use-columns.ts';

type Props = {
  cell: Cell;
  cells: readonly Cell[];
  onCells(cells: readonly Cell[]): void;
  mode: DashboardMode;
  say(sentence: string): void;
  strings: ChartStrings;
};

/** What a chart has in resize mode: a bar to size, move and remove it, a corner to pull; in drag mode a cover to drag it by. */
export default function CellTools({ cell, cells, onCells, mode, say, strings }: Props) {
  const columns = useColumns();
  const pulled = useRef<{ x: number; y: number; cells: readonly Cell[] } | null>(null);
  const { id, h } = cell;
  const { symbol } = cell.request;
  const at = cells.findIndex((each) => each.id === id);
  const place = at + 1;
  const span = spanOf(cell, columns);

  function resize(from: readonly Cell[], dw: number, dh: number): void {
    const next = resizeCell(from, id, dw, dh, columns);
    const sized = next[at]!;
    if (sized.w !== cell.w || sized.h !== cell.h) onCells(next);
    say(fill(strings.saidSize, { symbol, width: spanOf(sized, columns), columns, rows: sized.h }));
  }
  function move(to: number): void {
    if (to < 0 || to >= cells.length) return;
    onCells(moveCell(cells, id, to));
    say(fill(strings.saidPlace, { symbol, place: to + 1, count: cells.length }));
  }
  function remove(): void {
    const rest = removeCell(cells, id);
    onCells(rest);
    say(fill(strings.saidRemoved, { symbol, count: rest.length }));
    focusNear(rest[Math.min(at, rest.length - 1)]!.id);
  }

  function pull(event: PointerEvent<HTMLElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    pulled.current = { x: event.clientX, y: event.clientY, cells };
  }
  function pulling(event: PointerEvent<HTMLElement>): void {
    const start = pulled.current;
    if (!start) return;
    const box = event.currentTarget.closest('[data-cell]')!;
    const { width, height } = box.getBoundingClientRect();
    const toEnd = getComputedStyle(box).direction === 'rtl' ? -1 : 1;
    const dw = (toEnd * (event.clientX - start.x)) / (width / span);
    const dh = (event.clientY - start.y) / (height / h);
    resize(start.cells, columns > LEAST_WIDTH ? Math.round(dw) : 0, Math.round(dh));
  }
  function release(): void {
    pulled.current = null;
  }
  function cornerKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && pulled.current) {
      onCells(pulled.current.cells);
      release();
      return;
    }
    const toEnd = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-toEnd, 0],
      ArrowRight: [toEnd, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    resize(cells, ...step);
  }

  return (
    <>
      <div className="cell-bar">
        <p className="m-0 me-auto flex min-w-0 items-center gap-2 ps-1 text-size-small font-600">
          <bdi className="cell-number">{place}</bdi>
          <bdi className="truncate">{symbol}</bdi>
        </p>
        {columns > LEAST_WIDTH && (
          <Stepper
            name={strings.width}
            icon="i-lucide-move-horizontal"
            value={span}
            least={LEAST_WIDTH}
            most={columns}
            less={`${strings.narrower}: ${place}`}
            more={`${strings.wider}: ${place}`}
            onStep={(by) => resize(cells, by, 0)}
          />
        )}
        <Stepper
          name={strings.height}
          icon="i-lucide-move-vertical"
          value={h}
          least={LEAST_HEIGHT}
          most={MOST_HEIGHT}
          less={`${strings.shorter}: ${place}`}
          more={`${strings.taller}: ${place}`}
          onStep={(by) => resize(cells, 0, by)}
        />
        {cells.length > 1 && (
          <>
            <fieldset className="cell-group" aria-label={strings.order}>
              <button
                type="button"
                className="cell-step"
                aria-label={`${strings.moveBack}: ${place}`}
                title={strings.moveBack}
                aria-disabled={at === 0}
                onClick={() => move(at - 1)}
              >
                <span className="i-lucide-arrow-left rtl:-scale-x-100 size-4" aria-hidden="true" />
              </button>
              <button
                type="button"
                className="cell-step"
                aria-label={`${strings.moveOn}: ${place}`}
                title={strings.moveOn}
                aria-disabled={place === cells.length}
                onClick={() => move(place)}
              >
                <span className="i-lucide-arrow-right rtl:-scale-x-100 size-4" aria-hidden="true" />
              </button>
            </fieldset>
            <button
              type="button"
              className="cell-step text-loss"
              data-remove={id}
              aria-label={fill(strings.removeChart, { place })}
              title={fill(strings.removeChart, { place })}
              onClick={remove}
            >
              <span className="i-lucide-x size-4" aria-hidden="true" />
            </button>
          </>
        )}
      </div>
      {mode === 'drag' && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the bar's arrows do the same by keyboard
        <div
          className="cell-cover"
          data-drag={id}
          // Or the double-click selects text, and the browser drags that instead.
          onMouseDown={(event) => event.preventDefault()}
          onPointerDown={(event) => carry(event, (on) => move(cells.findIndex((each) => each.id === on)))}
        >
          <span className="i-lucide-move size-7" aria-hidden="true" />
        </div>
      )}
      <button
        type="button"
        className="cell-corner"
        data-resize={id}
        aria-label={fill(strings.resizeChart, { place })}
        onPointerDown={pull}
        onPointerMove={pulling}
        onPointerUp={release}
        onLostPointerCapture={release}
        onKeyDown={cornerKey}
      />
    </>
  );
}

/** The button that removes the chart next to the one removed, or the one that leaves the mode: focus is never lost. */
function focusNear(id: number): void {
  requestAnimationFrame(() => {
    const next =
      document.querySelector<HTMLElement>(`[data-remove="${id}"]`) ??
      document.querySelector<HTMLElement>('.chart-mode');
    next?.focus();
  });
}
