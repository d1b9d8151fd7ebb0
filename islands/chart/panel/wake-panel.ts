import { CREATIVE_KEY } from '#core/account/switches.ts';
import { cleanTicker } from '#core/market/ticker.ts';
import { wakeIsland } from '#framework/browser/wake-events.ts';
import { layoutKey } from '../dashboard/cell.ts';
import { DEFAULT_DISPLAY, readDisplay } from '../data/display.ts';
import type { ChartPage } from '../data/page.ts';
import { localStore } from '../data/stores.ts';
import { isTyping, shortcutOf } from './shortcuts.ts';

/** Dispatched on the window when another theme was put on. */
const THEME_CHANGED = 'theme-changed';

/**
 * Wakes the panel for what the page alone cannot do: a layout or settings of this browser that the server did not
 * know, a key, another theme, the market's opening. Keys and themes are given to it again once it is awake; what is
 * typed as a ticker is cleaned meanwhile.
 *
 * @returns stops
 */
export function wakePanel(island: HTMLElement, { start, setting }: ChartPage): () => void {
  const isAsleep = () => island.dataset.islandStatus !== 'awake';
  const wake = () => wakeIsland(island);

  const onKey = (event: KeyboardEvent) => {
    if (!isAsleep() || !isForPanel(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { target } = event;
    const again = new KeyboardEvent('keydown', event);
    wakeIsland(island, () => target?.dispatchEvent(again));
  };
  const onTheme = () => {
    if (isAsleep()) wakeIsland(island, () => window.dispatchEvent(new Event(THEME_CHANGED)));
  };
  const onInput = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    if (isAsleep() && input.name === 'symbol') input.value = cleanTicker(input.value);
  };
  island.addEventListener('input', onInput);
  document.addEventListener('keydown', onKey, true);
  const onStorage = ({ key }: StorageEvent) => (key === THEME_CHANGED ? onTheme() : wake());
  window.addEventListener(THEME_CHANGED, onTheme);
  window.addEventListener('storage', onStorage);
  const opening = start.opening && setTimeout(wake, start.opening.left - performance.now());
  if (hasOwnLayout(setting.userId) || start.ticket !== null || start.problem !== null) wake();
  return () => {
    island.removeEventListener('input', onInput);
    document.removeEventListener('keydown', onKey, true);
    window.removeEventListener(THEME_CHANGED, onTheme);
    window.removeEventListener('storage', onStorage);
    if (opening !== null) clearTimeout(opening);
  };
}

/** Whether this browser shows the page in another way than the server drew it. */
function hasOwnLayout(userId: number): boolean {
  const display = readDisplay();
  const isOther = (key: keyof typeof display) => display[key] !== DEFAULT_DISPLAY[key];
  const store = localStore();
  return (
    store?.getItem(CREATIVE_KEY) === 'true' ||
    store?.getItem(layoutKey(userId)) != null ||
    isOther('showWatermark') ||
    isOther('showTickerWatermark')
  );
}

/** A shortcut of the page's chart, or a key on the chart itself. */
function isForPanel(event: KeyboardEvent): boolean {
  const { target } = event;
  if (document.querySelector('dialog[open]')) return false;
  if (target instanceof Element && target.closest('.chart-lines')) return false;
  const shortcut = shortcutOf(event, isTyping(target));
  if (shortcut) return shortcut.do !== 'escape';
  return target instanceof Element && target.matches('.chart-box') && CURSOR_KEYS.has(event.key);
}

const CURSOR_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End']);
