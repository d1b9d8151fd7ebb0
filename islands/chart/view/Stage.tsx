import type { ComponentProps, HTMLAttributes, ReactNode, RefObject } from 'react';
import type { DrawingMode } from '../drawing/use-drawing.ts';
import { Later, part } from '../ground/later.tsx';
import { Corner } from './Corner.tsx';
import type DataTable from './DataTable.tsx';

const dataTable = part(async () => (await import('./DataTable.tsx')).default);
const drawingTools = part(async () => (await import('../drawing/DrawingTools.tsx')).default);

const NOTHING_OF_REACT = { __html: '' };

type StageProps = {
  box: RefObject<HTMLDivElement | null>;
  picture: ReactNode;
  /** The keyboard's cursor: its sentence, and the chart's attributes; null until the live chart runs. */
  cursor: { spoken: string; bind: HTMLAttributes<HTMLElement> } | null;
  drawing: DrawingMode;
  corner: ComponentProps<typeof Corner>;
  table: ComponentProps<typeof DataTable>;
  /** True to show the ticker in large letters behind the bars. */
  showTicker: boolean;
  isTable: boolean;
  /** The sentence in an empty chart; null when there are bars. */
  problem: string | null;
  children?: ReactNode;
};

/** The chart area: the live chart, or the server-rendered one until it runs, with its overlays. */
export function Stage({
  box,
  picture,
  cursor,
  drawing,
  corner,
  table,
  showTicker,
  isTable,
  problem,
  children,
}: StageProps) {
  return (
    <div className="chart-area">
      <div className="absolute inset-0 overflow-hidden rounded-b-card">
        {picture}
        {showTicker && (
          <p className="chart-mark" aria-hidden="true">
            {corner.symbol}
          </p>
        )}
        {/* the live chart may run in this element before hydration, so React leaves its contents alone */}
        <div
          ref={box}
          className="chart-box"
          {...cursor?.bind}
          suppressHydrationWarning
          dangerouslySetInnerHTML={NOTHING_OF_REACT}
        />
        {isTable && <Later part={dataTable} props={table} />}
      </div>
      {!isTable && children}
      {!isTable && <Corner {...corner} />}
      {drawing.tool && (
        <div className="absolute end-19 top-3 z-10 flex gap-2 lt-md:top-30 lt-md:flex-col">
          <Later part={drawingTools} props={{ drawing }} />
        </div>
      )}
      {problem && (
        <p dir="auto" className="absolute inset-0 z-3 m-0 grid place-items-center text-paper-3">
          {problem}
        </p>
      )}
      <p className="sr-only" aria-live="polite" role="status">
        {drawing.spoken || cursor?.spoken}
      </p>
    </div>
  );
}
