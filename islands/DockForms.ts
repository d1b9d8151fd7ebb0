import { behaviour } from '#framework/islands/behaviour.ts';
import { mountDock } from './dock/mount-dock.ts';

/** The dock without leaving the page: its forms, its questions, its tabs and its sheet. */
export default behaviour('DockForms', 'interaction', mountDock);
