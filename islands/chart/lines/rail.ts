/** The room that a chart of a width keeps free after its newest bar while there are labels, all in pixels. */
import { BAR_SPACING, RIGHT_OFFSET } from '#components/chart/layout.ts';
import type { Brevity } from './label.ts';

/** Whether a finger points. */
export const IS_COARSE = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

const WIDE = { from: 900, room: 300 };
/** Under a finger buttons are wider. */
const NARROW = { from: 500, room: IS_COARSE ? 220 : 200 };

/** None on the smallest charts: labels stand at their start. */
export const roomAt = (width: number): number =>
  width >= WIDE.from ? WIDE.room : width >= NARROW.from ? NARROW.room : 0;

/** How brief labels are at least. */
export const brevityAt = (width: number): Brevity => (width < WIDE.from ? 1 : 0);

/** Before the axis, and at the start of the smallest charts, as the style sheet has it. */
const BESIDE = { end: 12, start: 8 };
const CLEAR = 4;
/** Candles that no label at the start may reach, the newest ones. */
const NEWEST = 2;

/** How wide a label may be that keeps clear of the newest candles. @param pane the part with the bars @param axis beside it */
export function labelRoom(pane: number, axis: number): number {
  const room = roomAt(pane + axis);
  if (room > 0) return room - BESIDE.end - CLEAR;
  return pane - (RIGHT_OFFSET + NEWEST) * BAR_SPACING - BESIDE.start - CLEAR;
}
