/** What a panel shows only when it is asked to: one file to fetch, at the first of these. */
export { default as CellTools } from '../dashboard/CellTools.tsx';
export { addCell, readLayout } from '../dashboard/layout.ts';
export { default as DashboardTools } from '../dashboard/Tools.tsx';
export { attachDrawing } from '../drawing/controller.ts';
export { cancel, removeSelected, undo } from '../drawing/lines.ts';
export { startRealtime } from '../live/realtime.ts';
export { default as DataTable } from '../view/DataTable.tsx';
export { default as DrawingTools } from '../view/DrawingTools.tsx';
export { default as Legend } from '../view/Legend.tsx';
export { default as LiveChip } from '../view/LiveChip.tsx';
export { default as SettingsMenu } from '../view/SettingsMenu.tsx';
export { default as ShortcutList } from '../view/ShortcutList.tsx';
