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

/** Returns the actions of toolbar and keys. Realtime mode refuses another ticker, type or interval. */
export function panelActions({ view, show, change, realtime, drawing, say, strings }: Parts): ToolbarActions {
  const { symbol, interval, type, averages } = view;
  const keep = () => keepSoon(symbol, () => say.refuse('errorTitle', 'drawingsNotKept'));

  /** Turns draw mode on or off. Off removes drawings and averages; a toast offers to restore them. */
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

  /** Runs a change; in realtime mode only once the trader leaves the mode by the button of a toast. */
  function outsideRealtime(refusal: 'rtTicker' | 'rtInterval' | 'rtType', run: () => void): void {
    if (!realtime.on) {
      run();
      return;
    }
    pushToast({
      kind: 'info',
      title: strings.rtActiveTitle,
      message: strings[refusal],
      action: {
        label: strings.rtLeave,
        run() {
          realtime.leave();
          run();
        },
      },
    });
  }

  return {
    ticker(next) {
      if (next !== symbol) outsideRealtime('rtTicker', () => void show(next, interval));
      return next === symbol || !realtime.on;
    },
    interval(next) {
      if (next !== interval) outsideRealtime('rtInterval', () => void show(symbol, next));
    },
    type(next) {
      if (next !== type) outsideRealtime('rtType', () => change.type(next));
    },
    average(period) {
      change.average(period);
      keep();
    },
    indicator(id) {
      change.indicator(id);
      keep();
    },
    draw: toggleDraw,
    realtime: realtime.toggle,
    short: change.short,
  };
}
