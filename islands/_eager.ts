/** Runs in the head of every page with islands or behaviours, before the first paint. */
import { AUTH_DATA, SITE_ZOOM, SITE_ZOOM_COOKIE, SITE_ZOOM_KEY } from '#core/account/preferences.ts';
import { setCookie } from '#framework/browser/set-cookie.ts';
import { watchSignOut } from '#framework/browser/sign-out.ts';

/** Scales the layout by local storage, and sets the cookie by which the server scales pages without scripts. */
function applySiteZoom(): void {
  let zoom: string | null = null;
  try {
    zoom = localStorage.getItem(SITE_ZOOM_KEY);
  } catch {
    // the browser has no storage
  }
  const { dataset } = document.documentElement;
  const isZoomed = zoom === SITE_ZOOM;
  if (isZoomed) dataset.zoom = SITE_ZOOM;
  else delete dataset.zoom;
  setCookie(SITE_ZOOM_COOKIE, SITE_ZOOM, '/', isZoomed ? undefined : 0);
}

applySiteZoom();
addEventListener('zoom-changed', applySiteZoom);
watchSignOut('/api/logout', AUTH_DATA);
