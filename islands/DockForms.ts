import { behaviour } from '#framework/islands/behaviour.ts';
import { mountDock } from './_dock-forms.ts';

// Do not import dynamically here: such a module would be fetched together with this file. `mountDock` imports the
// sheet.
export default behaviour('DockForms', 'interaction', mountDock);
