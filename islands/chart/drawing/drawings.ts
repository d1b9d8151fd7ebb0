import { type Anchor, type DrawingKind, type KeptDrawing, MOST_DRAWINGS } from '#core/market/drawings.ts';
import type { Grip } from '../engine/shapes.ts';

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

/** The steps of drawing: each takes the lines as they are and gives them as they will be. */

const UNDO_STEPS = 50;

/**
 * First click starts a drawing, the second finishes it; a second click on the same spot is none. A level needs one click.
 * A full chart takes no more.
 */
export function placeAnchor(lines: Lines, at: Anchor, kind: DrawingKind = 'line'): Lines {
  if (lines.list.length >= MOST_DRAWINGS) return { ...lines, draft: null };
  if (kind === 'level') return add(lines, { kind, a: at, b: at });
  const { draft } = lines;
  if (!draft) return { ...lines, draft: at, selected: null };
  if (draft.time === at.time && draft.price === at.price) return { ...lines, draft: null };
  return add(lines, { kind, a: draft, b: at });
}

function add(lines: Lines, drawn: KeptDrawing): Lines {
  const { nextId } = lines;
  const list = [...lines.list, { ...drawn, id: nextId }];
  return { ...commit(lines, list), draft: null, selected: nextId, nextId: nextId + 1 };
}

/** Puts stored drawings before those made since; that is no step to undo. */
export function withOlder(lines: Lines, stored: readonly KeptDrawing[]): Lines {
  const { nextId } = lines;
  const older = stored.map((drawn, i) => ({ ...drawn, id: nextId + i }));
  return { ...lines, list: [...older, ...lines.list], nextId: nextId + stored.length };
}

export function select(lines: Lines, id: number | null): Lines {
  return { ...lines, selected: id, draft: null };
}

/** Remembers the list before a drag, so that the whole drag is one step to undo. */
export function beginMove(lines: Lines, id: number): Lines {
  return { ...commit(lines, lines.list), selected: id, draft: null };
}

/** Puts a line's grip where the pointer is: `from` is the line as it was when the drag began. */
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
  return {
    ...commit(
      lines,
      lines.list.filter((line) => line.id !== id),
    ),
    selected: null,
  };
}

export function clear(lines: Lines): Lines {
  return lines.list.length === 0
    ? { ...lines, draft: null, selected: null }
    : { ...commit(lines, []), draft: null, selected: null };
}

/** Esc: first the line being drawn, then the selection. */
export function cancel(lines: Lines): Lines {
  return lines.draft ? { ...lines, draft: null } : { ...lines, selected: null };
}

/** Takes back the newest step; an unfinished line counts as one. */
export function undo(lines: Lines): Lines {
  if (lines.draft) return { ...lines, draft: null };
  const before = lines.past.at(-1);
  return before ? { ...lines, list: before, selected: null, past: lines.past.slice(0, -1) } : lines;
}

function commit(lines: Lines, list: readonly Drawing[]): Lines {
  return { ...lines, list, past: [...lines.past, lines.list].slice(-UNDO_STEPS) };
}

/** Deletes the selected line, if there is one. */
export function removeSelected(lines: Lines): Lines {
  return lines.selected === null ? lines : remove(lines, lines.selected);
}
