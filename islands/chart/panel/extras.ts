/** What a panel shows only when it is asked to: one file to fetch, at the first of these. */
export { default as CellTools } from '../dashboard/CellTools.tsx';
export { addCell, moveCell, readLayout, removeCell } from '../dashboard/layout.ts';
export { nextRequest, nextSymbols, shutDock, splitCells } from '../dashboard/split.ts';
export { default as DashboardTools } from '../dashboard/Tools.tsx';
export { attachDrawing } from '../drawing/controller.ts';
export { cancel, clear, remove, removeSelected, undo } from '../drawing/lines.ts';
export { drawSurface } from '../drawing/surface.ts';
export { startRealtime } from '../live/realtime.ts';
export { default as CompareChip } from '../scale/Compare.tsx';
export { addComparison, setScaleMode } from '../scale/comparison.ts';
export { savePicture } from '../scale/picture.ts';
export { default as DataTable } from '../view/DataTable.tsx';
export { default as DrawingTools } from '../view/DrawingTools.tsx';
export { default as Legend } from '../view/Legend.tsx';
export { default as LiveChip } from '../view/LiveChip.tsx';
export { default as SettingsMenu } from '../view/SettingsMenu.tsx';
export { default as ShortcutList } from '../view/ShortcutList.tsx';
