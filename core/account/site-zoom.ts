/** The site zoom: what local storage holds under this key when the layout is to be smaller. */
export const SITE_ZOOM_KEY = 'siteZoom';
/** Percent; the only value there is. */
export const SITE_ZOOM = '75';
/** The same for the server, which draws pages without scripts. */
export const SITE_ZOOM_COOKIE = 'zoom';
