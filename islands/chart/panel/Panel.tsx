import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { PanelRequest, PanelSetting, PanelStart, TicketSide } from '#components/chart/panel.ts';
import type { BarInterval } from '#components/chart/types.ts';
import { floorCash } from '#core/locale/format.ts';
import { useRegion } from '#framework/islands/island.tsx';
import { useShared } from '#framework/islands/use-shared.ts';
import { type Account, account as accountSignal, positionIn } from '../../_state/account.ts';
import { useFills } from '../data/use-fills.ts';
import { useDrawing } from '../drawing/use-drawing.ts';
import type { Reading } from '../engine/crosshair.ts';
import { useDrawn } from '../engine/use-drawn.ts';
import { useEngine } from '../engine/use-engine.ts';
import { useRealtime } from '../live/use-realtime.ts';
import { useTicket } from '../ticket/use-ticket.ts';
import { useTrade } from '../ticket/use-trade.ts';
import { OrderButtons } from '../view/OrderButtons.tsx';
import { Stage } from '../view/Stage.tsx';
import { Toolbar } from '../view/Toolbar.tsx';
import { panelActions } from './actions.ts';
import { Later } from './later.tsx';
import { liveChip, orderTicket, shortcutList } from './parts.ts';
import { createSay } from './say.ts';
import { agedText, type ChartStrings, fill, summaryOf } from './strings.ts';
import { useCursor } from './use-cursor.ts';
import { useDisplay } from './use-display.ts';
import { usePalette } from './use-palette.ts';
import { usePanel } from './use-panel.ts';
import { usePanelKeys } from './use-panel-keys.ts';

export type PanelProps = {
  id: number;
  start: PanelStart;
  setting: PanelSetting;
  /** Cash and positions as the server knows them. */
  account: Account;
  strings: ChartStrings;
  /** The first panel's keys are the page's. */
  first: boolean;
  /** Its number among the charts of the page; null when it is the only one. */
  place: number | null;
  /** Nothing in it can be used: it is being dragged about. */
  still: boolean;
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

/** One chart with its toolbar and order tickets. */
export function Panel({
  id,
  start,
  setting,
  account: serverAccount,
  strings,
  first,
  place,
  still,
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
  const [hovered, setHovered] = useState<Reading | null>(null);
  const [table, setTable] = useState(false);
  const [help, setHelp] = useState(false);
  const [trades, setTrades] = useState(0);
  const { display, toggle: toggleDisplay } = useDisplay();

  const { view, loading, show, cancel, change } = usePanel(start, say, onRequest);
  const engine = useEngine(box, {
    palette,
    locale,
    onHover: setHovered,
    ...(first && { onWidth: tellWidth }),
    onFailure: () => say.refuse('errorTitle', 'loadFailed'),
  });
  const realtime = useRealtime(id, view, engine, say, {
    onPrice: change.last,
    onEnter() {
      // A chart on its way would take the place of the live one.
      if (view.candles.length > 0) cancel();
    },
  });
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

  const held = positionIn(account, symbol);
  useDrawn(engine, {
    candles,
    interval,
    type,
    symbol,
    averages,
    palette,
    fills,
    entry: held && Number(held.entry),
    entryTitle: strings.average,
  });
  const on = panelActions({ view, show, change, realtime, drawing, say, strings });

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

  const blank = loading ? strings.loading : (symbol === start.symbol && start.problem) || strings.noData;
  const summary = summaryOf(strings, symbol, interval, candles);
  const cursor = useCursor(engine, candles, strings, summary, setHovered);
  const act = (side: TicketSide) => ticket.actionOf(side);
  return (
    <section
      ref={root}
      dir="ltr"
      inert={still}
      aria-label={
        place === null ? fill(strings.title, { symbol }) : fill(strings.chartPlace, { symbol, place })
      }
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
      <Stage
        box={box}
        picture={!engine && picture}
        cursor={engine && cursor}
        drawing={drawing}
        corner={{
          symbol,
          company: view.company,
          last: view.last,
          source: view.age === null ? start.source : `${start.source}, ${agedText(strings, view.age)}`,
          opening: start.opening,
          hovered,
          chip: realtime.on && (
            <Later part={liveChip} props={{ state: realtime.state, onRetry: realtime.retry, strings }} />
          ),
          showCompany: display.showWatermark,
          strings,
        }}
        table={{ symbol, interval, candles, locale, strings }}
        settings={{
          display,
          onToggle: toggleDisplay,
          table,
          onTable: () => setTable(!table),
          onShortcuts: () => setHelp(true),
          onAdd,
          strings,
        }}
        problem={candles.length > 0 ? null : blank}
      />
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
