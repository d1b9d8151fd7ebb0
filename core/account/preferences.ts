/** The site zoom: what local storage holds under this key when the layout is to be smaller. */
export const SITE_ZOOM_KEY = 'siteZoom';
/** Percent; the only value there is. */
export const SITE_ZOOM = '75';
/** The same for the server, which draws pages without scripts. */
export const SITE_ZOOM_COOKIE = 'zoom';

/** Switches that a browser keeps for itself in local storage, on when their value is 'true'. */

/** Shows the chart page's hidden toolbar. */
export const CREATIVE_KEY = 'creativeMode';
/** Charts of the dashboard share the window where it is large enough. */
export const SPLIT_KEY = 'chartSplit';
/** Others' profits are not announced. */
export const MUTE_KEY = 'muteProfits';
