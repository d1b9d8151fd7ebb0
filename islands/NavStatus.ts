import { behaviour } from '#framework/islands/behaviour.ts';
import { mountNavStatus } from './_state/nav-status.ts';

// mountNavStatus imports the keys of dialogs, because a module that this file imports dynamically would be fetched
// together
// with this file
export default behaviour('NavStatus', 'idle', mountNavStatus);
