import { behaviour } from '#framework/islands/behaviour.ts';
import { mountNavStatus } from './_state/nav-status.ts';

// Put no dynamic import into this file: the page would fetch the imported module together with this file.
// `mountNavStatus` imports the code that handles the keys of dialogs.
export default behaviour('NavStatus', 'idle', mountNavStatus);
