/**
 * Inlined in the head of every page with islands; nothing else runs until a strategy fires. It wakes each
 * island by its strategy, sees to it that no click on a sleeping island is lost, and says so when something fails. No
 * React here.
 */
// the site's own: islands/_eager.ts
import 'site:eager';
import { watchErrors } from './crash.ts';
import { WAKE } from './host.ts';
import { setCookie } from './set-cookie.ts';
import { onEvent, whenIdle, whenPainted, whenSpare, whenVisible } from './strategies.ts';
import { endRemoved, hydrateHost, keepClicks, onInteraction } from './wake.ts';

declare global {
  interface Window {
    /** Not in every browser. */
    Temporal?: { Now: { timeZoneId(): string } };
  }
}

/** Gives every island and behaviour not seen before its strategy. Also called when the page has changed. */
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
// Tells the server, from the next page on, which time zone to format times in. A browser without Temporal loads its tables of zones and languages for it: 20 ms that no page should wait for.
whenIdle(() =>
  setCookie('tz', window.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone),
);
addEventListener('islands:scan', scan);
// how a behaviour wakes an island: the loader is no module that it could import
addEventListener(WAKE, ({ target }) => void hydrateHost(target as HTMLElement, true).catch(() => {}));
document.addEventListener('DOMContentLoaded', scan);
