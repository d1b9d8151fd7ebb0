import { event } from '#framework/islands/behaviour.ts';
import LiveRegion from '../LiveRegion.ts';
import { COMPETITION_EVENT } from './competition-watch.ts';

/** A live region that is fetched again when a season starts or ends; its code is fetched with the first of these. */
export const SEASON_REGION: typeof LiveRegion = { ...LiveRegion, strategy: event(COMPETITION_EVENT) };
export const SEASON_REGION_PROPS = { on: [COMPETITION_EVENT], leastMs: 200 };
