import { patientFetch } from '../../_state/patient-fetch.ts';
import { createFeed } from './data.ts';
import { sessionStore } from './stores.ts';

/** The candle feed with this browser's network and session storage. */
export const browserFeed = createFeed({
  fetch: patientFetch,
  store: sessionStore(),
  now: () => Date.now(),
});
