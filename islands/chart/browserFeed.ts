import { createFeed } from './data.ts';
import { sessionStore } from './stores.ts';

/** The candle feed with this browser's network and session storage. */
export const browserFeed = createFeed({
  fetch: (url, init) => fetch(url, init),
  store: sessionStore(),
  now: () => Date.now(),
});
