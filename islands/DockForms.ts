import { behaviour } from '#framework/islands/behaviour.ts';
import { mountDock } from './_dock-forms.ts';

// mountDock imports the sheet, because a module that this file imports dynamically would be fetched together with this
// file
export default behaviour('DockForms', 'interaction', mountDock);
