import { behaviour } from '#framework/islands/behaviour.ts';
import { mountNavStatus } from './_state/nav-status.ts';

// mountNavStatus imports the keys of dialogs: a module imported dynamically in this file would be fetched together with it
export default behaviour('NavStatus', 'idle', mountNavStatus);
