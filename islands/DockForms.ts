import { behaviour } from '#framework/islands/behaviour.ts';
import { mountDock } from './_dock-forms.ts';

// a module that this file imports dynamically would be fetched beside it: mountDock fetches the sheet later
export default behaviour('DockForms', 'interaction', mountDock);
