import { type Anchor, type DrawingKind, type KeptDrawing, MOST_DRAWINGS } from '#core/market/drawings.ts';
import type { Grip } from '../engine/shapes.ts';

export type Drawing = KeptDrawing & { id: number };

/** The tool that a press on the chart uses: it draws one of the kinds, or selects a drawing. */
export type DrawingTool = DrawingKind | 'select';

/** The user's drawings as an immutable value: each function below returns a new one. */
export type Lines = {
  list: readonly Drawing[];
  selected: number | null;
  /** The first anchor of an unfinished drawing; null without one. */
  draft: Anchor | null;
  /** Earlier lists, newest last. */
  past: readonly (readonly Drawing[])[];
  nextId: number;
};

export const NO_LINES: Lines = { list: [], selected: null, draft: null, past: [], nextId: 1 };

const UNDO_STEPS = 50;

/**
 * Starts a drawing, or finishes it with its second anchor; a second anchor on the first one drops the drawing. A level
 * needs one anchor only. A chart with `MOST_DRAWINGS` accepts no more.
 */
export function placeAnchor(lines: Lines, anchor: Anchor, kind: DrawingKind = 'line'): Lines {
  if (lines.list.length >= MOST_DRAWINGS) return { ...lines, draft: null };
  if (kind === 'level') return add(lines, { kind, a: anchor, b: anchor });
  const { draft } = lines;
  if (!draft) return { ...lines, draft: anchor, selected: null };
  if (draft.time === anchor.time && draft.price === anchor.price) return { ...lines, draft: null };
  return add(lines, { kind, a: draft, b: anchor });
}

function add(lines: Lines, drawn: KeptDrawing): Lines {
  const { nextId } = lines;
  const list = [...lines.list, { ...drawn, id: nextId }];
  return { ...commit(lines, list), draft: null, selected: nextId, nextId: nextId + 1 };
}

/** Inserts stored drawings before the current ones, without a step to undo. */
export function withOlder(lines: Lines, stored: readonly KeptDrawing[]): Lines {
  const { nextId } = lines;
  const older = stored.map((drawn, i) => ({ ...drawn, id: nextId + i }));
  return { ...lines, list: [...older, ...lines.list], nextId: nextId + stored.length };
}

export function select(lines: Lines, id: number | null): Lines {
  return { ...lines, selected: id, draft: null };
}

/** Records the list before a drag, so that the whole drag is one step to undo. */
export function beginMove(lines: Lines, id: number): Lines {
  return select(commit(lines, lines.list), id);
}

/** Moves a drawing's grip by the distance from `start` to `now`. @param from the drawing when the drag began */
export function move(lines: Lines, from: Drawing, grip: Grip, start: Anchor, now: Anchor): Lines {
  const dTime = now.time - start.time;
  const dPrice = now.price - start.price;
  const shift = (p: Anchor): Anchor => ({ time: p.time + dTime, price: p.price + dPrice });
  const isWhole = grip === 'body' || from.kind === 'level';
  const moved: Drawing = {
    ...from,
    a: isWhole || grip === 'a' ? shift(from.a) : from.a,
    b: isWhole || grip === 'b' ? shift(from.b) : from.b,
  };
  return { ...lines, list: lines.list.map((line) => (line.id === from.id ? moved : line)) };
}

export function remove(lines: Lines, id: number): Lines {
  const list = lines.list.filter((line) => line.id !== id);
  return { ...commit(lines, list), selected: null };
}

export function clear(lines: Lines): Lines {
  return select(lines.list.length === 0 ? lines : commit(lines, []), null);
}

/** Drops the unfinished drawing, or else the selection. */
export function cancel(lines: Lines): Lines {
  return lines.draft ? { ...lines, draft: null } : { ...lines, selected: null };
}

/** Undoes the newest step. An unfinished drawing counts as a step. */
export function undo(lines: Lines): Lines {
  if (lines.draft) return { ...lines, draft: null };
  const previous = lines.past.at(-1);
  return previous ? { ...lines, list: previous, selected: null, past: lines.past.slice(0, -1) } : lines;
}

function commit(lines: Lines, list: readonly Drawing[]): Lines {
  return { ...lines, list, past: [...lines.past, lines.list].slice(-UNDO_STEPS) };
}

export function removeSelected(lines: Lines): Lines {
  return lines.selected === null ? lines : remove(lines, lines.selected);
}
