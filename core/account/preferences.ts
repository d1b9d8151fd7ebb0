/** Preferences a browser stores. The site zoom: SITE_ZOOM under this key of local storage makes the layout smaller. */
export const SITE_ZOOM_KEY = 'siteZoom';
/** Percent; the only value. */
export const SITE_ZOOM = '75';
/** The cookie with the zoom, for the server, which renders pages without scripts. */
export const SITE_ZOOM_COOKIE = 'zoom';

// Switches in local storage, on when their value is 'true':

/** Shows the chart page's hidden toolbar. */
export const CREATIVE_KEY = 'creativeMode';
/** Charts of the dashboard share the window where it is large enough. */
export const SPLIT_KEY = 'chartSplit';
/** Several charts have collapsed a dock that was open. */
export const DOCK_OPEN_KEY = 'dockWasOpen';
/** Mutes the announcements of others' profits. */
export const MUTE_KEY = 'muteProfits';

/** Key of the user's facts in local storage: for display only, the session cookie decides. */
export const AUTH_DATA = 'auth-data';
