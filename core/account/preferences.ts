/**
 * The key in local storage of the site's zoom. SITE_ZOOM is the only value; without a value the layout has its full
 * size.
 */
export const SITE_ZOOM_KEY = 'siteZoom';
/** Percent of the full size. */
export const SITE_ZOOM = '75';
/** The cookie with the zoom, for the server, which cannot read local storage. */
export const SITE_ZOOM_COOKIE = 'zoom';

// Switches in local storage, on when their value is 'true':

/** Shows the chart page's hidden toolbar. */
export const CREATIVE_KEY = 'creativeMode';
/** Fits the dashboard's charts into the window where it is large enough. */
export const SPLIT_KEY = 'chartSplit';
/** Remembers that the dock was open before a layout of several charts collapsed it. */
export const DOCK_OPEN_KEY = 'dockWasOpen';
/** Mutes the announcements of others' profits. */
export const MUTE_KEY = 'muteProfits';

/** Key in local storage of the user's data for display; the session cookie alone grants access. */
export const AUTH_DATA = 'auth-data';
