import { type RefObject, useEffect, useRef } from 'react';
import type { TicketSide } from '#components/chart/panel.ts';
import type { ToolbarActions } from '../view/Toolbar.tsx';
import { isTyping, shortcutOf } from './shortcuts.ts';

export type KeyActions = {
  ticket(side: TicketSide): void;
  escape(): void;
  help(): void;
  undo(): void;
  remove(): void;
};

/**
 * Handles the keys pressed inside a panel.
 * @param first true for the page's own chart, which also handles keys pressed outside of all panels
 */
export function usePanelKeys(
  first: boolean,
  root: RefObject<HTMLElement | null>,
  on: ToolbarActions,
  more: KeyActions,
): void {
  const latest = useRef({ on, more });
  latest.current = { on, more };
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || document.querySelector('dialog[open]')) return;
      const inPanel = event.target instanceof Element ? event.target.closest('.chart-panel') : null;
      if (inPanel ? inPanel !== root.current : !first) return;
      const shortcut = shortcutOf(event, isTyping(event.target));
      if (!shortcut) return;
      const { on, more } = latest.current;
      // Esc also closes other elements of the page
      if (shortcut.do !== 'escape') event.preventDefault();
      switch (shortcut.do) {
        case 'buy':
          return more.ticket('open');
        case 'sell':
          return more.ticket('close');
        case 'short':
          return on.short();
        case 'draw':
          return on.draw();
        case 'realtime':
          return on.realtime();
        case 'interval':
          return on.interval(shortcut.interval);
        case 'ticker':
          return root.current?.querySelector<HTMLInputElement>('input[name=symbol]')?.focus();
        case 'escape':
          return more.escape();
        case 'help':
          return more.help();
        case 'undo':
          return more.undo();
        case 'delete':
          return more.remove();
      }
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [first, root]);
}
