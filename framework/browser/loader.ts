/**
 * Inlined in the head of every page with islands; nothing else runs until a strategy fires. It wakes each
 * island by its strategy, sees to it that no click on a sleeping island is lost, and says so when something fails. No
 * React here.
 */

import { watchErrors } from './crash.ts';
import { keepClicks } from './keep-clicks.ts';
import { tellZone } from './report-zone.ts';
import { watchSignOut } from './sign-out.ts';
import { applySiteZoom } from './site-zoom.ts';
import { onEvent } from './strategies/on-event.ts';
import { onInteraction } from './strategies/on-interaction.ts';
import { whenIdle } from './strategies/when-idle.ts';
import { whenPainted } from './strategies/when-painted.ts';
import { whenVisible } from './strategies/when-visible.ts';
import { hydrateHost } from './wake.ts';

/** Gives every island not seen before its strategy. Also called for islands that come in later. */
function scan(): void {
  for (const host of document.querySelectorAll<HTMLElement>('is-land:not([data-island-status])')) {
    host.dataset.islandStatus = 'asleep';
    const on = host.dataset.on!;
    const wake = () => hydrateHost(host);
    if (on === 'load') whenPainted(wake);
    else if (on === 'idle') whenIdle(wake);
    else if (on === 'visible') whenVisible(host, wake);
    else if (on !== 'interaction') onEvent(on.slice(6), wake);
  }
}

applySiteZoom();
watchErrors();
keepClicks();
onInteraction();
watchSignOut();
// Asking for the zone loads the browser's tables of them: 20 ms that no page should wait for.
whenIdle(tellZone);
addEventListener('islands:scan', scan);
addEventListener('zoom-changed', applySiteZoom);
document.addEventListener('DOMContentLoaded', scan);
