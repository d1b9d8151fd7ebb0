import { pushToast } from '../../_state/toasts.ts';
import { keepSoon } from '../drawing/store.ts';
import type { DrawingMode } from '../drawing/use-drawing.ts';
import type { Announce } from '../ground/say.ts';
import type { ChartStrings } from '../ground/strings.ts';
import type { Realtime } from '../live/use-realtime.ts';
import type { ToolbarActions } from '../view/Toolbar.tsx';
import type { usePanel } from './use-panel.ts';

type Parts = Pick<ReturnType<typeof usePanel>, 'view' | 'show' | 'change'> & {
  realtime: Realtime;
  drawing: DrawingMode;
  say: Announce;
  strings: ChartStrings;
};

/** What the toolbar and the keys do to a panel; in realtime mode ticker, type and interval stay as they are. */
export function panelActions({ view, show, change, realtime, drawing, say, strings }: Parts): ToolbarActions {
  const { symbol, interval, type, averages } = view;
  const keep = () => keepSoon(symbol, () => say.refuse('errorTitle', 'drawingsNotKept'));

  /** Turning draw mode off removes lines and averages; the toast brings them back. */
  function toggleDraw(): void {
    const restoreLines = drawing.toggle();
    if (!drawing.on) return;
    change.averages([]);
    keep();
    if (!restoreLines && averages.length === 0) return;
    pushToast({
      kind: 'info',
      title: strings.cleared,
      action: {
        label: strings.undo,
        run() {
          restoreLines?.();
          change.averages(averages);
          keep();
        },
      },
    });
  }

  return {
    ticker(next) {
      if (next === symbol) return true;
      if (realtime.on) say.refuse('rtActiveTitle', 'rtTicker');
      else void show(next, interval);
      return !realtime.on;
    },
    interval(next) {
      if (next === interval) return;
      if (realtime.on) say.refuse('rtActiveTitle', 'rtInterval');
      else void show(symbol, next);
    },
    type(next) {
      if (next === type) return;
      if (realtime.on) say.refuse('rtActiveTitle', 'rtType');
      else change.type(next);
    },
    average(period) {
      change.average(period);
      keep();
    },
    study(id) {
      change.study(id);
      keep();
    },
    draw: toggleDraw,
    realtime: realtime.toggle,
    short: change.short,
  };
}
