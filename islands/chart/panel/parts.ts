import { part } from './later.tsx';

/** Parts of a panel that most visits never open. */

export const extras = () => import('./extras.ts');
export const trading = () => import('../ticket/module.ts');
export const market = () => import('../data/market.ts');

export const orderTicket = part(async () => (await trading()).Ticket);
export const lineReceipt = part(async () => (await trading()).LineReceipt);
export const compareChip = part(async () => (await extras()).CompareChip);
export const dataTable = part(async () => (await extras()).DataTable);
export const legend = part(async () => (await extras()).Legend);
export const liveChip = part(async () => (await extras()).LiveChip);
export const drawingTools = part(async () => (await extras()).DrawingTools);
export const dashboardTools = part(async () => (await extras()).DashboardTools);
export const cellTools = part(async () => (await extras()).CellTools);
export const settingsMenu = part(async () => (await extras()).SettingsMenu);
export const shortcutList = part(async () => (await extras()).ShortcutList);

// A ticket the server drew must wake where it stands: while its code is still on its way, the panel's first change
// would make React draw it anew, and what is typed in it would be gone.
if (typeof document !== 'undefined' && document.querySelector('.chart-ticket')) await orderTicket.load();
