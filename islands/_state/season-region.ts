import { event } from '#framework/islands/behaviour.ts';
import LiveRegion from '../LiveRegion.ts';
import { COMPETITION_EVENT } from './competition-watch.ts';

/** A live region that is fetched again when a season starts or ends. Its code is fetched at the first such event. */
export const SEASON_REGION: typeof LiveRegion = { ...LiveRegion, strategy: event(COMPETITION_EVENT) };
export const SEASON_REGION_PROPS = { on: [COMPETITION_EVENT], leastMs: 200 };
