import { behaviour } from '#framework/islands/behaviour.ts';
import { mountNavStatus } from './_state/nav-status.ts';

/** The dot and the Chart item of the top navigation, on every page of who is signed in. */
export default behaviour('NavStatus', 'idle', mountNavStatus);
