import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useState,
} from 'react';
import {
  DEFAULT_REQUEST,
  type PanelRequest,
  type PanelSetting,
  type PanelStart,
  pathOf,
} from '#components/chart/panel.ts';
import { island } from './_hooks/island.tsx';
import { useShared } from './_hooks/useShared.ts';
import type { Account } from './_state/account.ts';
import { competition } from './_state/competition.ts';
import { type Cell, type DashboardMode, spanOf } from './chart/dashboard/cell.ts';
import { Later } from './chart/later.tsx';
import { Panel } from './chart/Panel.tsx';
import { cellTools, dashboardTools, extras } from './chart/parts.ts';
import { localStore } from './chart/stores.ts';
import type { ChartStrings } from './chart/strings.ts';

export type DashboardProps = {
  start: PanelStart;
  setting: PanelSetting;
  account: Account;
  strings: ChartStrings;
  /** The server's drawing of the first chart. */
  children?: ReactNode;
};

/**
 * All charts of the page: the one it was asked for, and in creative mode up to three more beside it. Everything
 * about the grid is fetched only by those who use it.
 */
function ChartDashboard({ start, setting, account, strings, children }: DashboardProps) {
  const { userId } = setting;
  const [cells, setCells] = useState<readonly Cell[]>([{ id: 1, w: 12, h: 5, request: null }]);
  const [mode, setMode] = useState<DashboardMode>('fixed');
  const [columns, setColumns] = useState(12);
  const [tools, setTools] = useState(false);
  useEffect(() => {
    const store = localStore();
    if (store?.getItem('creativeMode') === 'true' || store?.getItem(`chartLayout-${userId}`)) setTools(true);
  }, [userId]);

  const open = useShared(competition, setting.active);
  useEffect(() => {
    if (!open && setting.leaves) location.assign('/');
  }, [open, setting.leaves]);

  const grid = tools && (cells.length > 1 || mode !== 'fixed' || cells[0]?.w !== 12 || cells[0]?.h !== 5);
  const add = useCallback(async () => {
    const { addCell } = await extras();
    setCells((now) => addCell(now));
    setTools(true);
  }, []);
  const ask = useCallback((id: number, request: PanelRequest) => {
    setCells((now) => now.map((cell) => (cell.id === id ? { ...cell, request } : cell)));
  }, []);
  function toggleDrag(event: MouseEvent): void {
    if (mode === 'fixed' || (event.target as Element).closest('button')) return;
    setMode(mode === 'drag' ? 'resize' : 'drag');
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the toolbar's button does the same by keyboard
    <div onDoubleClick={toggleDrag}>
      {tools && (
        <Later
          part={dashboardTools}
          props={{ cells, onCells: setCells, onColumns: setColumns, mode, onMode: setMode, userId, strings }}
        />
      )}
      <div
        className={grid ? 'chart-grid' : undefined}
        style={grid ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined}
      >
        {cells.map((cell) => (
          <div
            key={cell.id}
            data-cell={cell.id}
            className={grid ? 'chart-cell' : undefined}
            style={
              grid ? { gridColumn: `span ${spanOf(cell, columns)}`, gridRow: `span ${cell.h}` } : undefined
            }
          >
            <CellPanel
              cell={cell}
              ask={ask}
              id={cell.id}
              start={start}
              setting={setting}
              account={account}
              strings={strings}
              onAdd={cells.length < 4 ? add : null}
              picture={children}
            />
            {mode !== 'fixed' && (
              <Later part={cellTools} props={{ cell, cells, onCells: setCells, mode, columns, strings }} />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

type CellPanelProps = Omit<ComponentProps<typeof Panel>, 'first' | 'onRequest'> & {
  cell: Cell;
  ask(id: number, request: PanelRequest): void;
};

/** The first chart came with the page and is its address; the others fetch what their cell asks for. */
function CellPanel({ cell, ask, ...props }: CellPanelProps) {
  const { id, start, picture } = props;
  const first = id === 1;
  const [own] = useState<PanelStart>(() => ({
    ...start,
    ...(!first && {
      ...(cell.request ?? DEFAULT_REQUEST),
      ticket: null,
      candles: [],
      company: null,
      last: null,
      problem: null,
    }),
  }));
  const onRequest = useCallback(
    (request: PanelRequest) => {
      if (!first) return ask(id, request);
      const path = pathOf(request);
      if (path !== location.pathname + location.search) history.replaceState(history.state, '', path);
    },
    [first, id, ask],
  );
  return <Panel {...props} first={first} start={own} picture={first && picture} onRequest={onRequest} />;
}

export default island('ChartDashboard', 'load', ChartDashboard);
