/** Has the browser keep what it shows when the site cannot be reached, in the language of this page. */
export function keepOfflinePage(): void {
  const url = `/sw.js?l=${document.documentElement.lang}`;
  // not without https, in private windows of some browsers, or while the disk is full
  navigator.serviceWorker?.register(url).catch(() => {});
}
