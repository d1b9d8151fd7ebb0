import type { Anchor, TrendLine } from '#components/chart/types.ts';

/** The user's trend lines as a value: every step of lines.ts gives a new one and can be undone. */
export type Lines = {
  list: readonly TrendLine[];
  selected: number | null;
  /** First click of a line that is being drawn. */
  draft: Anchor | null;
  /** Earlier lists, newest last. */
  past: readonly (readonly TrendLine[])[];
  nextId: number;
};

export const NO_LINES: Lines = { list: [], selected: null, draft: null, past: [], nextId: 1 };
