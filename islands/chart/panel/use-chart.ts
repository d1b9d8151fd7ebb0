import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { PanelRequest, PanelSetting, PanelStart } from '#components/chart/panel.ts';
import type { BarInterval, Fill } from '#components/chart/types.ts';
import { hasOwnPane } from '#core/market/indicators.ts';
import type { Palette } from '#core/shop/themes.ts';
import { useRegion } from '#framework/islands/island.tsx';
import { useShared } from '#framework/islands/signal.ts';
import { watchPositions } from '../../_live/holdings.ts';
import { type Account, account as accountSignal } from '../../_state/account.ts';
import { pageGame } from '../../_state/game.ts';
import { refetch } from '../../_state/queries.ts';
import { fillVersion, loadFills } from '../data/fills.ts';
import { noteIndicators } from '../drawing/store.ts';
import { useDrawing } from '../drawing/use-drawing.ts';
import type { Reading } from '../engine/crosshair.ts';
import { createAnnounce } from '../ground/say.ts';
import { summaryOf } from '../ground/strings.ts';
import { useStrings } from '../ground/use-strings.tsx';
import { useRealtime } from '../live/use-realtime.ts';
import { useScale } from '../scale/use-scale.ts';
import { useTicket } from '../ticket/use-ticket.ts';
import { useTrade } from '../ticket/use-trade.ts';
import { panelActions } from './actions.ts';
import { sendWidth } from './live-chart.ts';
import { useCursor } from './use-cursor.ts';
import { useChartView, useEngine } from './use-engine.ts';
import { usePanel } from './use-panel.ts';

export type ChartProps = {
  id: number;
  start: PanelStart;
  setting: PanelSetting;
  /** Cash and positions as the server rendered them. */
  account: Account;
  /** A slot in place of the cash, for a page that is the same for all readers; on the server only. */
  cashSlot?: string;
  /** True for the page's own chart, which also handles keys pressed outside of all panels. */
  first: boolean;
  /** Called with the panel's request, at once and after each change. */
  onRequest(request: PanelRequest): void;
};

export type Chart = ReturnType<typeof useChart>;

/** Returns the state and actions of one panel, and updates the live chart in `box`. */
export function useChart(props: ChartProps, box: RefObject<HTMLDivElement | null>) {
  const { id, start, setting, first, onRequest } = props;
  const strings = useStrings();
  const { locale } = useRegion();
  const say = useMemo(() => createAnnounce(strings), [strings]);
  const account = useShared(accountSignal, props.account);
  const palette = usePalette(setting.palette);
  const [hovered, setHovered] = useState<Reading | null>(null);

  const { view, loading, show, cancel, change } = usePanel(start, say, onRequest);
  const engine = useEngine(box, {
    palette,
    locale,
    onHover: setHovered,
    ...(first && {
      onWidth(width: number) {
        // an open ticket makes the chart narrower than it will be on the next page
        if (!box.current?.closest('.chart-panel')?.querySelector('.chart-ticket-place[data-open]'))
          sendWidth(width);
      },
    }),
    onFailure: () => say.refuse('errorTitle', 'loadFailed'),
  });
  const realtime = useRealtime(id, view, engine, say, {
    // cancels the pending fetch of another ticker or interval, which would replace the live chart
    onEnter() {
      if (view.candles.length > 0) cancel();
    },
  });
  const { symbol, type, averages, studies } = view;
  const drawing = useDrawing(engine, box, symbol, say);
  useEffect(() => noteIndicators(symbol, { averages, studies }), [symbol, averages, studies]);
  const ticket = useTicket(start, view, say, box);
  const trade = useTrade(say, box);
  const fills = useFills(setting.userId, symbol);

  const interval: BarInterval = realtime.bars ? '1m' : view.interval;
  const candles = realtime.bars ?? view.candles;
  const scale = useScale(engine, { symbol, interval, candles, company: view.company?.name ?? null }, say);
  const { compared } = scale;
  // On the percent axis each series starts at its own first visible value, so an average would leave its bars.
  const overlays = useMemo(
    () => (compared ? { averages: [], studies: studies.filter(hasOwnPane) } : { averages, studies }),
    [compared, averages, studies],
  );
  useChartView(engine, { candles, interval, type, symbol, ...overlays, palette, fills });
  const summary = summaryOf(strings, symbol, interval, candles);
  const cursor = useCursor(engine, box, { candles, summary, onReading: setHovered });
  const actions = panelActions({ view, show, change, realtime, drawing, say, strings });
  const state = { account, view, loading, interval, candles, hovered, cursor: engine && cursor };
  return { ...state, engine, locale, realtime, drawing, scale, ticket, trade, actions, say };
}

/**
 * Returns the user's fills in a ticker, fetched again when the holdings show another fill. Null before the first
 * response: the chart keeps its fills until then. Empty while the fills of another ticker are fetched.
 */
function useFills(userId: number, symbol: string): Fill[] | null {
  const version = useSyncExternalStore(watchPositions, fillVersion, fillVersion);
  const [fills, setFills] = useState<Fill[] | null>(null);
  const fillsSymbol = useRef(symbol);
  useEffect(() => {
    let isOver = false;
    if (fillsSymbol.current !== symbol) setFills([]);
    fillsSymbol.current = symbol;
    void loadFills(userId, symbol, version).then((loaded) => {
      if (!isOver) setFills(loaded);
    });
    return () => {
      isOver = true;
    };
  }, [userId, symbol, version]);
  return fills;
}

/** Returns the palette: the server's, and after each `theme-changed` event the profile's. */
function usePalette(initial: Palette): Palette {
  const [palette, setPalette] = useState(initial);
  useEffect(() => {
    let latest = 0;
    const changed = async () => {
      const turn = ++latest;
      try {
        const [profile, { resolvePalette }] = await Promise.all([
          refetch('GET /api/user-profile', { query: pageGame() }),
          import('#core/shop/themes.ts'),
        ]);
        if (turn !== latest) return;
        setPalette(resolvePalette(profile.activeTheme));
      } catch {
        // without a response the chart keeps its colours
      }
    };
    const inOtherTab = ({ key }: StorageEvent) => {
      if (key === 'theme-changed') void changed();
    };
    window.addEventListener('theme-changed', changed);
    window.addEventListener('storage', inOtherTab);
    return () => {
      window.removeEventListener('theme-changed', changed);
      window.removeEventListener('storage', inOtherTab);
    };
  }, []);
  return palette;
}
