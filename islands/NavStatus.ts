import { behaviour } from '#framework/islands/behaviour.ts';
import { mountNavStatus } from './_state/nav-status.ts';

// a module that this file imports dynamically would be fetched beside it: mountNavStatus fetches the dialog's
// keys later
export default behaviour('NavStatus', 'idle', mountNavStatus);
