import { type KeyboardEvent, type PointerEvent, useRef, useSyncExternalStore } from 'react';
import { fill } from '#core/locale/sentence.ts';
import { useStrings } from '../ground/use-strings.tsx';
import { type Cell, type DashboardMode, LEAST_HEIGHT, LEAST_WIDTH, spanOf } from './cell.ts';
import { carry } from './drag.ts';
import { columnsAt, MOST_HEIGHT, moveCell, removeCell, resizeCell } from './layout.ts';

type Props = {
  cell: Cell;
  cells: readonly Cell[];
  onCells(cells: readonly Cell[]): void;
  mode: DashboardMode;
  say(sentence: string): void;
};

/** A chart's tools: a bar, and a corner that resizes the chart; in drag mode also a cover that drags the chart. */
export default function CellTools({ cell, cells, onCells, mode, say }: Props) {
  const strings = useStrings();
  const columns = useColumns();
  const { id } = cell;
  const { symbol } = cell.request;
  const index = cells.findIndex((each) => each.id === id);

  function resize(from: readonly Cell[], dw: number, dh: number): void {
    const next = resizeCell(from, id, dw, dh, columns);
    const sized = next[index]!;
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
    focusNear(rest[Math.min(index, rest.length - 1)]!.id);
  }
  return (
    <>
      <CellBar
        cell={cell}
        columns={columns}
        index={index}
        count={cells.length}
        onStep={(dw, dh) => resize(cells, dw, dh)}
        onMove={move}
        onRemove={remove}
      />
      {mode === 'drag' && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the bar's arrows do the same by keyboard
        <div
          className="cell-cover"
          data-drag={id}
          // a double-click would select text, which the browser would then drag
          onMouseDown={(event) => event.preventDefault()}
          onPointerDown={(event) => carry(event, (on) => move(cells.findIndex((each) => each.id === on)))}
        >
          <span className="i-lucide-move size-7" aria-hidden="true" />
        </div>
      )}
      <Corner
        cell={cell}
        cells={cells}
        columns={columns}
        onCells={onCells}
        name={fill(strings.resizeChart, { place: index + 1 })}
        onResize={resize}
      />
    </>
  );
}

type BarProps = Pick<Props, 'cell'> & {
  columns: number;
  /** The chart's index among `count` charts. */
  index: number;
  count: number;
  onStep(columns: number, rows: number): void;
  onMove(to: number): void;
  onRemove(): void;
};

function CellBar(props: BarProps) {
  const strings = useStrings();
  const { cell, columns, index, count, onStep } = props;
  const place = index + 1;
  return (
    <div className="cell-bar">
      <p className="m-0 me-auto flex min-w-0 items-center gap-2 ps-1 text-size-small font-600">
        <bdi className="cell-number">{place}</bdi>
        <bdi className="truncate">{cell.request.symbol}</bdi>
      </p>
      {columns > LEAST_WIDTH && (
        <Stepper
          name={strings.width}
          icon="i-lucide-move-horizontal"
          value={spanOf(cell, columns)}
          least={LEAST_WIDTH}
          most={columns}
          less={`${strings.narrower}: ${place}`}
          more={`${strings.wider}: ${place}`}
          onStep={(by) => onStep(by, 0)}
        />
      )}
      <Stepper
        name={strings.height}
        icon="i-lucide-move-vertical"
        value={cell.h}
        least={LEAST_HEIGHT}
        most={MOST_HEIGHT}
        less={`${strings.shorter}: ${place}`}
        more={`${strings.taller}: ${place}`}
        onStep={(by) => onStep(0, by)}
      />
      {count > 1 && <OrderTools {...props} />}
    </div>
  );
}

function OrderTools({ cell, index, count, onMove, onRemove }: BarProps) {
  const strings = useStrings();
  const place = index + 1;
  const remove = fill(strings.removeChart, { place });
  return (
    <>
      <fieldset className="cell-group" aria-label={strings.order}>
        <StepButton
          name={`${strings.moveBack}: ${place}`}
          title={strings.moveBack}
          icon="i-lucide-arrow-left rtl:flip-x size-4"
          isOff={index === 0}
          onPress={() => onMove(index - 1)}
        />
        <StepButton
          name={`${strings.moveOn}: ${place}`}
          title={strings.moveOn}
          icon="i-lucide-arrow-right rtl:flip-x size-4"
          isOff={place === count}
          onPress={() => onMove(place)}
        />
      </fieldset>
      <button
        type="button"
        className="cell-step text-loss"
        data-remove={cell.id}
        aria-label={remove}
        title={remove}
        onClick={onRemove}
      >
        <span className="i-lucide-x size-4" aria-hidden="true" />
      </button>
    </>
  );
}

/** The corner handle: dragging it, or its arrow keys, resizes the chart. Esc reverts a drag. */
function Corner({
  cell,
  cells,
  columns,
  name,
  onCells,
  onResize,
}: Pick<Props, 'cell' | 'cells' | 'onCells'> & {
  columns: number;
  name: string;
  onResize(from: readonly Cell[], columns: number, rows: number): void;
}) {
  const pulled = useRef<{ x: number; y: number; cells: readonly Cell[] } | null>(null);

  function pull(event: PointerEvent<HTMLElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    pulled.current = { x: event.clientX, y: event.clientY, cells };
  }
  function pulling(event: PointerEvent<HTMLElement>): void {
    const start = pulled.current;
    if (!start) return;
    const box = event.currentTarget.closest('[data-cell]')!;
    const { width, height } = box.getBoundingClientRect();
    const dw = (toEnd(box) * (event.clientX - start.x)) / (width / spanOf(cell, columns));
    const dh = (event.clientY - start.y) / (height / cell.h);
    onResize(start.cells, columns > LEAST_WIDTH ? Math.round(dw) : 0, Math.round(dh));
  }
  function release(): void {
    pulled.current = null;
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && pulled.current) {
      onCells(pulled.current.cells);
      release();
      return;
    }
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-toEnd(event.currentTarget), 0],
      ArrowRight: [toEnd(event.currentTarget), 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    onResize(cells, ...step);
  }
  return (
    <button
      type="button"
      className="cell-corner"
      data-resize={cell.id}
      aria-label={name}
      onPointerDown={pull}
      onPointerMove={pulling}
      onPointerUp={release}
      onLostPointerCapture={release}
      onKeyDown={onKeyDown}
    />
  );
}

/** Returns the sign of the inline direction: 1 in left-to-right text, -1 in right-to-left. */
const toEnd = (element: Element) => (getComputedStyle(element).direction === 'rtl' ? -1 : 1);

/** Focuses the remove button of a chart; without one, the button that ends the resize mode. */
function focusNear(id: number): void {
  requestAnimationFrame(() => {
    const next =
      document.querySelector<HTMLElement>(`[data-remove="${id}"]`) ??
      document.querySelector<HTMLElement>('.chart-mode');
    next?.focus();
  });
}

function useColumns(): number {
  return useSyncExternalStore(subscribe, () => columnsAt(window.innerWidth));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

type StepperProps = {
  name: string;
  icon: string;
  value: number;
  least: number;
  most: number;
  less: string;
  more: string;
  onStep(by: -1 | 1): void;
};

/** A figure between two buttons. */
function Stepper({ name, icon, value, least, most, less, more, onStep }: StepperProps) {
  return (
    <fieldset className="cell-group" aria-label={name}>
      <StepButton
        name={less}
        icon="i-lucide-minus size-3.5"
        isOff={value <= least}
        onPress={() => onStep(-1)}
      />
      <span className="flex items-center gap-1 px-0.5 text-size-caption text-paper-2" title={name}>
        <span className={`${icon} size-3.5 text-paper-3`} aria-hidden="true" />
        <bdi className="min-w-3.5 text-center">{value}</bdi>
      </span>
      <StepButton name={more} icon="i-lucide-plus size-3.5" isOff={value >= most} onPress={() => onStep(1)} />
    </fieldset>
  );
}

/** @property isOff true at a bound: the button is aria-disabled, not disabled, so that it keeps the focus */
type StepProps = { name: string; title?: string; icon: string; isOff: boolean; onPress(): void };

function StepButton({ name, title = name, icon, isOff, onPress }: StepProps) {
  return (
    <button
      type="button"
      className="cell-step"
      aria-label={name}
      title={title}
      aria-disabled={isOff}
      onClick={onPress}
    >
      <span className={icon} aria-hidden="true" />
    </button>
  );
}
