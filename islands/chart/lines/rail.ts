/** The room that a chart of a width keeps free after its newest bar while there are labels, all in pixels. */

/** Whether a finger points. */
export const IS_COARSE = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

const WIDE = { from: 900, room: 300 };
const NARROW = { from: 500, room: 200 };

/** None on the smallest charts: labels stand at their start. */
export const roomAt = (width: number): number =>
  width >= WIDE.from ? WIDE.room : width >= NARROW.from ? NARROW.room : 0;

/** Whether labels leave out what is not needed. */
export const isShortAt = (width: number): boolean => width < WIDE.from;
