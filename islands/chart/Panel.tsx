import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PanelRequest, PanelSetting, PanelStart, TicketSide } from '#components/chart/panel.ts';
import type { BarInterval, Candle } from '#components/chart/types.ts';
import { useRegion } from '#components/island.tsx';
import { floorCash } from '#core/format.ts';
import { useShared } from '../_hooks/useShared.ts';
import { type Account, account as accountSignal, positionIn } from '../_state/account.ts';
import { pushToast } from '../_state/toasts.ts';
import { Later } from './later.tsx';
import { dataTable, drawingTools, liveChip, orderTicket, shortcutList } from './parts.ts';
import { createSay } from './say.ts';
import { type ChartStrings, fill, summaryOf } from './strings.ts';
import { useTicket } from './ticket/useTicket.ts';
import { useTrade } from './ticket/useTrade.ts';
import { useCursor } from './useCursor.ts';
import { useDisplay } from './useDisplay.ts';
import { useDrawing } from './useDrawing.ts';
import { useEngine } from './useEngine.ts';
import { onBars, useFills } from './useFills.ts';
import { usePalette } from './usePalette.ts';
import { usePanel } from './usePanel.ts';
import { usePanelKeys } from './usePanelKeys.ts';
import { useRealtime } from './useRealtime.ts';
import { Corner } from './view/Corner.tsx';
import { OrderButtons } from './view/OrderButtons.tsx';
import { Settings } from './view/Settings.tsx';
import { Toolbar, type ToolbarActions } from './view/Toolbar.tsx';

export type PanelProps = {
  id: number;
  start: PanelStart;
  setting: PanelSetting;
  /** Cash and positions as the server knows them. */
  account: Account;
  strings: ChartStrings;
  /** The first panel's keys are the page's. */
  first: boolean;
  /** Told what the panel shows, at first and after each change. */
  onRequest(request: PanelRequest): void;
  onAdd: (() => void) | null;
  /** The server's drawing of this chart, shown until the live one is here. */
  picture?: ReactNode;
};

/** The server draws the next first chart for this width. */
function tellWidth(width: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `chartw=${Math.round(width)};path=/chart;max-age=31536000;samesite=lax`;
}

/** One chart with its toolbar and order tickets (SPEC.md section 2, Chart panel). */
export function Panel({
  id,
  start,
  setting,
  account: serverAccount,
  strings,
  first,
  onRequest,
  onAdd,
  picture,
}: PanelProps) {
  const { locale } = useRegion();
  const root = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const say = useMemo(() => createSay(strings), [strings]);
  const account = useShared(accountSignal, serverAccount);
  const palette = usePalette(setting.palette);
  const [hovered, setHovered] = useState<Candle | null>(null);
  const [table, setTable] = useState(false);
  const [help, setHelp] = useState(false);
  const [trades, setTrades] = useState(0);
  const { display, toggle: toggleDisplay } = useDisplay();

  const { view, loading, show, change } = usePanel(start, say, onRequest);
  const engine = useEngine(box, {
    palette,
    locale,
    onHover: setHovered,
    ...(first && { onWidth: tellWidth }),
    onFailure: () => say.refuse('errorTitle', 'loadFailed'),
  });
  const realtime = useRealtime(id, view, engine, say, change.last);
  const drawing = useDrawing(engine, box, view.symbol);
  const fills = useFills(setting.userId, view.symbol, trades);
  const ticket = useTicket(start, view, realtime.on, say, strings);
  const trade = useTrade(
    strings,
    say,
    useCallback(() => setTrades((n) => n + 1), []),
  );

  const { symbol, type, averages } = view;
  const interval: BarInterval = realtime.bars ? '1m' : view.interval;
  const candles = realtime.bars ?? view.candles;

  useEffect(() => {
    engine?.show({ candles, interval, type, symbol });
  }, [engine, candles, interval, type, symbol]);
  useEffect(() => engine?.setAverages(averages), [engine, averages]);
  useEffect(() => engine?.setPalette(palette), [engine, palette]);
  useEffect(() => engine?.setLayer({ fills: onBars(fills, interval) }), [engine, fills, interval]);

  const held = positionIn(account, symbol);
  const entry = held ? Number(held.entry) : null;
  useEffect(() => {
    engine?.setAverageEntry(entry === null ? null : { price: entry, title: strings.average });
  }, [engine, entry, strings]);

  /** Turning draw mode off removes lines and averages; the toast brings them back. */
  function toggleDraw(): void {
    const before = { lines: drawing.lines, averages };
    if (drawing.on) {
      change.averages([]);
      if (before.lines.list.length + before.averages.length > 0) {
        pushToast({
          kind: 'info',
          title: strings.cleared,
          action: {
            label: strings.undo,
            run: () => {
              drawing.restore(before.lines);
              change.averages(before.averages);
            },
          },
        });
      }
    }
    drawing.toggle();
  }

  const on: ToolbarActions = {
    ticker(next) {
      if (next === symbol) return;
      if (realtime.on) say.refuse('rtActiveTitle', 'rtTicker');
      else void show(next, view.interval);
    },
    interval(next) {
      if (next === view.interval) return;
      if (realtime.on) say.refuse('rtActiveTitle', 'rtInterval');
      else void show(symbol, next);
    },
    type(next) {
      if (next === type) return;
      if (realtime.on) say.refuse('rtActiveTitle', 'rtType');
      else change.type(next);
    },
    average: change.average,
    draw: toggleDraw,
    realtime: realtime.toggle,
    short: change.short,
  };

  usePanelKeys(first, root, on, {
    ticket: ticket.toggle,
    escape() {
      if (ticket.side) ticket.close();
      else drawing.act('cancel');
    },
    help: () => setHelp(true),
    undo: () => drawing.act('undo'),
    remove: () => drawing.act('removeSelected'),
  });

  const summary = summaryOf(strings, symbol, interval, candles);
  const cursor = useCursor(engine, candles, strings, summary, setHovered);
  const act = (side: TicketSide) => ticket.actionOf(side);
  return (
    <section
      ref={root}
      dir="ltr"
      aria-label={fill(strings.title, { symbol })}
      aria-busy={loading}
      data-live={engine !== null}
      className="chart-panel"
    >
      <Toolbar
        request={view}
        cash={floorCash(account.cash).amount}
        drawing={drawing.on}
        realtime={realtime.on}
        realtimeLocked={realtime.locked}
        strings={strings}
        on={on}
      />
      <div className="chart-area">
        <div className="absolute inset-0 overflow-hidden rounded-b-[10px]">
          {!engine && picture}
          {display.showTickerWatermark && (
            <p className="chart-mark" aria-hidden="true">
              {symbol}
            </p>
          )}
          <div ref={box} className="chart-box" {...(engine && cursor.bind)} />
          {table && <Later part={dataTable} props={{ symbol, interval, candles, locale, strings }} />}
        </div>
        {!table && (
          <Corner
            symbol={symbol}
            company={view.company}
            last={view.last}
            source={start.source}
            hovered={hovered}
            chip={
              realtime.on && (
                <Later part={liveChip} props={{ state: realtime.state, onRetry: realtime.retry, strings }} />
              )
            }
            showCompany={display.showWatermark}
            strings={strings}
          />
        )}
        <div className="absolute end-[76px] top-3 z-10 flex gap-2">
          {drawing.on && <Later part={drawingTools} props={{ drawing, strings }} />}
          <Settings
            display={display}
            onToggle={toggleDisplay}
            table={table}
            onTable={() => setTable(!table)}
            onShortcuts={() => setHelp(true)}
            onAdd={onAdd}
            strings={strings}
          />
        </div>
        {candles.length === 0 && (
          <p className="absolute inset-0 z-3 m-0 grid place-items-center text-paper-3">
            {start.problem ?? strings.noData}
          </p>
        )}
        <p className="sr-only" aria-live="polite" role="status">
          {cursor.spoken}
        </p>
      </div>
      <OrderButtons request={view} open={ticket.side} act={act} onPress={ticket.toggle} strings={strings}>
        {ticket.side && (
          <Later
            key={`${act(ticket.side)}${symbol}`}
            part={orderTicket}
            props={{
              action: act(ticket.side),
              request: view,
              price: ticket.price,
              account,
              userId: setting.userId,
              orderKey: setting.orderKey,
              trade,
              strings,
              say,
              onClose: ticket.close,
              onPrice: ticket.setPrice,
            }}
          />
        )}
      </OrderButtons>
      {help && <Later part={shortcutList} props={{ strings, onClose: () => setHelp(false) }} />}
    </section>
  );
}
