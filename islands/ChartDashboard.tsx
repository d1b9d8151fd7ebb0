import {
  type ComponentProps,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type PanelRequest, type PanelSetting, type PanelStart, searchOf } from '#components/chart/panel.ts';
import { CREATIVE_KEY, SPLIT_KEY } from '#core/account/preferences.ts';
import { OVERLAY_CLOSED } from '#framework/browser/overlay.ts';
import { island } from '#framework/islands/island.tsx';
import { type Account, account as accountSignal } from './_state/account.ts';
import { readFlag, writeFlag } from './_state/flag.ts';
import { pushToast } from './_state/toasts.ts';
import { useFlag } from './_state/use-flag.ts';
import { type DashboardMode, isAlone, leadOf, placeStyle } from './chart/dashboard/cell.ts';
import { useCells } from './chart/dashboard/use-cells.ts';
import { readChartPage } from './chart/data/page.ts';
import { seedDrawings } from './chart/drawing/store.ts';
import { Later, part } from './chart/ground/later.tsx';
import type { ChartStrings } from './chart/ground/strings.ts';
import { StringsProvider, useStrings } from './chart/ground/use-strings.tsx';
import { orderTicket, Panel } from './chart/panel/Panel.tsx';
import type { Arrange } from './chart/view/Settings.tsx';

export type DashboardProps = {
  start: PanelStart;
  setting: PanelSetting;
  account: Account;
  cashSlot?: string;
  strings: ChartStrings;
  textsUrl: string;
  /** The server-rendered first chart. */
  children?: ReactNode;
};

const dashboardTools = part(async () => (await import('./chart/dashboard/Tools.tsx')).default);
const cellTools = part(async () => (await import('./chart/dashboard/CellTools.tsx')).default);

/** Controls on which a double-click does not switch between moving and resizing the charts. */
const CONTROLS = 'button, input, select, summary, a, label, dialog';

/** The page's charts: the requested chart and up to three more. The code that changes the grid is fetched late. */
function ChartDashboard({ strings, ...props }: DashboardProps) {
  return (
    <StringsProvider value={strings}>
      <Dashboard {...props} />
    </StringsProvider>
  );
}

function Dashboard({ start, setting, account, cashSlot, children }: Omit<DashboardProps, 'strings'>) {
  const strings = useStrings();
  const { userId } = setting;
  const { cells, setCells, ask } = useCells(userId, start);
  const [chosen, setMode] = useState<DashboardMode>('fixed');
  /** The last change, for screen readers. */
  const [said, say] = useState('');
  const tools = useFlag(CREATIVE_KEY);
  const split = useFlag(SPLIT_KEY);
  const mode = tools ? chosen : 'fixed';

  const isFull = cells.length >= 4;
  const add = useCallback(async () => {
    const { nextSymbols, withNextChart } = await import('./chart/dashboard/split.ts');
    const symbols = await nextSymbols(accountSignal.value);
    setCells((now) => withNextChart(now, symbols));
    if (readFlag(CREATIVE_KEY) || readFlag(SPLIT_KEY)) return;
    pushToast({ kind: 'info', title: strings.chartAdded, message: strings.chartAddedHow });
  }, [setCells, strings]);
  const arrange = useArrange(setCells);

  function toggleDrag({ target }: MouseEvent): void {
    if (mode === 'fixed' || (target as Element).closest(CONTROLS)) return;
    getSelection()?.removeAllRanges();
    setMode(mode === 'drag' ? 'resize' : 'drag');
  }

  const isGrid = mode !== 'fixed' || !isAlone(cells);
  const lead = leadOf(cells).id;
  const isSplit = split && mode === 'fixed' && cells.length > 1;
  return (
    <div className={tools ? 'chart-below-tools' : undefined}>
      {tools && (
        <Later
          part={dashboardTools}
          props={{ cells, onAdd: isFull ? null : add, mode, onMode: setMode, said, say }}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the toolbar's button does the same by keyboard */}
      <div
        className={isGrid ? `chart-grid ${isSplit ? 'chart-split' : ''}` : undefined}
        onDoubleClick={toggleDrag}
      >
        {cells.map((cell, index) => (
          <div
            key={cell.id}
            data-cell={cell.id}
            className={isGrid ? 'chart-cell' : undefined}
            style={isGrid ? placeStyle(cell) : undefined}
          >
            {mode !== 'fixed' && (
              <Later part={cellTools} props={{ cell, cells, onCells: setCells, mode, say }} />
            )}
            <CellPanel
              id={cell.id}
              request={cell.request}
              lead={cell.id === lead}
              place={cells.length > 1 ? index + 1 : null}
              still={mode === 'drag'}
              ask={ask}
              onAdd={isFull ? null : add}
              arrange={arrange}
              count={cells.length}
              picture={cell.id === 1 && children}
              start={start}
              setting={setting}
              account={account}
              cashSlot={cashSlot}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

function useArrange(setCells: ReturnType<typeof useCells>['setCells']): Arrange {
  return useMemo(
    () => ({
      async split(count) {
        const { splitCells, nextSymbols, turnDock } = await import('./chart/dashboard/split.ts');
        writeFlag(SPLIT_KEY, count > 1);
        const symbols = await nextSymbols(accountSignal.value);
        setCells((now) => splitCells(now, count, symbols));
        await turnDock(count);
      },
      async move(id, by) {
        const { moveCell } = await import('./chart/dashboard/layout.ts');
        setCells((now) => moveCell(now, id, now.findIndex((cell) => cell.id === id) + by));
      },
      async remove(id) {
        const { removeCell } = await import('./chart/dashboard/layout.ts');
        setCells((now) => removeCell(now, id));
      },
    }),
    [setCells],
  );
}

type CellPanelProps = Omit<ComponentProps<typeof Panel>, 'first' | 'onRequest'> & {
  /** The initial ticker and settings. The panel has the current ones. */
  request: PanelRequest;
  /** True for the page's own chart, whose request is in the address. */
  lead: boolean;
  ask(id: number, request: PanelRequest): void;
};

function writePath(path: string): void {
  if (path !== location.pathname + location.search) history.replaceState(history.state, '', path);
}

/** The page contains only the bars of the first chart; other panels fetch theirs. */
const CellPanel = memo(function CellPanel({ request, lead, ask, ...props }: CellPanelProps) {
  const { id, start } = props;
  const [panelStart] = useState<PanelStart>(() =>
    id === 1
      ? start
      : { ...start, ...request, ticket: null, candles: [], company: null, last: null, problem: null },
  );
  const path = useRef<string | null>(null);
  const onRequest = useCallback(
    (nextRequest: PanelRequest) => {
      ask(id, nextRequest);
      path.current = location.pathname + searchOf(nextRequest);
      if (lead) writePath(path.current);
    },
    [id, lead, ask],
  );
  useEffect(() => {
    // Back from an overlay restores the address from before the overlay opened
    const onBack = () => {
      if (lead && path.current !== null) writePath(path.current);
    };
    window.addEventListener(OVERLAY_CLOSED, onBack);
    return () => window.removeEventListener(OVERLAY_CLOSED, onBack);
  }, [lead]);
  return <Panel {...props} first={lead} start={panelStart} onRequest={onRequest} />;
});

/** Sends no props: the page data already has them, and each language has a file with the texts. */
const travel = {
  pack: () => ({}),
  async unpack(): Promise<DashboardProps> {
    const page = readChartPage();
    seedDrawings(page.start.symbol, page.keptChart);
    const texts = (await import(page.textsUrl)) as { default: ChartStrings };
    // without the ticket's code React would replace a server-rendered ticket, with its typed text, at the panel's first
    // change
    if (document.querySelector('.chart-ticket')) await orderTicket.load();
    return { ...page, strings: texts.default };
  },
  needs: ({ textsUrl }: DashboardProps) => [textsUrl],
};

export default island('ChartDashboard', 'spare', ChartDashboard, travel);
