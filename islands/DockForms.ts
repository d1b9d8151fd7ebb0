import { behaviour } from '#framework/islands/behaviour.ts';
import { mountDock } from './_dock-forms.ts';

// Put no dynamic import into this file: the page would fetch the imported module together with this file. `mountDock`
// imports the sheet.
export default behaviour('DockForms', 'interaction', mountDock);
