import type { Anchor, DrawingKind, KeptDrawing } from '#core/market/drawings.ts';

export type Drawing = KeptDrawing & { id: number };

/** What a press on the chart does: draws one of the kinds, or picks what is drawn. */
export type DrawingTool = DrawingKind | 'select';

/** The user's drawings as a value: every step of lines.ts gives a new one and can be undone. */
export type Lines = {
  list: readonly Drawing[];
  selected: number | null;
  /** First click of a drawing that is being made. */
  draft: Anchor | null;
  /** Earlier lists, newest last. */
  past: readonly (readonly Drawing[])[];
  nextId: number;
};

export const NO_LINES: Lines = { list: [], selected: null, draft: null, past: [], nextId: 1 };
