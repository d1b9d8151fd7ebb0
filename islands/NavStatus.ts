import { behaviour } from '#framework/islands/behaviour.ts';
import { mountNavStatus } from './_state/nav-status.ts';

// Do not import dynamically here: such a module would be fetched together with this file. `mountNavStatus` imports the
// keys of dialogs.
export default behaviour('NavStatus', 'idle', mountNavStatus);
