import { behaviour } from '#framework/islands/behaviour.ts';
import { mountLiveRegion } from './_state/live-region.ts';

/** Keeps the part of the page inside it, marked `data-region`, as the server draws it. */
export default behaviour('LiveRegion', 'idle', mountLiveRegion);
