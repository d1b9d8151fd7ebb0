/**
 * Inlined in the head of every page with islands or behaviours. It wakes each of them by its strategy, holds back
 * clicks on sleeping ones, and shows a notice when something fails. It contains no React.
 */
// islands/_eager.ts of the site
import 'site:eager';
import { watchErrors } from './crash.ts';
import { WAKE } from './host.ts';
import { setCookie } from './set-cookie.ts';
import { onEvent, whenIdle, whenPainted, whenSpare, whenVisible } from './strategies.ts';
import { endRemoved, hydrateHost, keepClicks, onInteraction } from './wake.ts';

declare global {
  interface Window {
    /** Missing in some browsers. */
    Temporal?: { Now: { timeZoneId(): string } };
  }
}

/**
 * Ends the behaviours that have left the page, and starts the strategy of every new island and behaviour. Also called
 * after a morph.
 */
function scan(): void {
  endRemoved();
  for (const host of document.querySelectorAll<HTMLElement>('is-land:not([data-island-status])')) {
    host.dataset.islandStatus = 'asleep';
    const on = host.dataset.on!;
    const wake = () => hydrateHost(host);
    if (on === 'load') whenPainted(wake);
    else if (on === 'idle') whenIdle(wake);
    else if (on === 'visible') whenVisible(host, wake);
    else if (on === 'spare') whenSpare(host, wake);
    else if (on !== 'interaction') onEvent(on.slice(6), wake);
  }
}

watchErrors();
keepClicks();
onInteraction();
// Tells the server the time zone for times of day. Without Temporal the browser must load its time zone tables: 20 ms.
whenIdle(() =>
  setCookie('tz', window.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone),
);
addEventListener('islands:scan', scan);
// behaviours cannot import the loader, so they wake islands by this event
addEventListener(WAKE, ({ target }) => void hydrateHost(target as HTMLElement, true).catch(() => {}));
document.addEventListener('DOMContentLoaded', scan);
