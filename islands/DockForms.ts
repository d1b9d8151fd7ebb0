import { behaviour } from '#framework/islands/behaviour.ts';
import { mountDock } from './_dock-forms.ts';

// mountDock imports the sheet: a module imported dynamically in this file would be fetched together with it
export default behaviour('DockForms', 'interaction', mountDock);
