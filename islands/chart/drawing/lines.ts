import type { Anchor, TrendLine } from '#components/chart/types.ts';
import type { Grip } from './axis.ts';
import type { Lines } from './state.ts';

/** The steps of drawing: each takes the lines as they are and gives them as they will be. */

const UNDO_STEPS = 50;

/** First click starts a line, the second finishes it; a second click on the same spot is not a line. */
export function place(lines: Lines, at: Anchor): Lines {
  if (!lines.draft) return { ...lines, draft: at, selected: null };
  const { draft, nextId } = lines;
  if (draft.time === at.time && draft.price === at.price) return { ...lines, draft: null };
  const line = { id: nextId, a: draft, b: at };
  return { ...commit(lines, [...lines.list, line]), draft: null, selected: nextId, nextId: nextId + 1 };
}

export function select(lines: Lines, id: number | null): Lines {
  return { ...lines, selected: id, draft: null };
}

/** Remembers the list before a drag, so that the whole drag is one step to undo. */
export function beginMove(lines: Lines, id: number): Lines {
  return { ...commit(lines, lines.list), selected: id, draft: null };
}

/** Puts a line's grip where the pointer is: `from` is the line as it was when the drag began. */
export function move(lines: Lines, from: TrendLine, grip: Grip, start: Anchor, now: Anchor): Lines {
  const dTime = now.time - start.time;
  const dPrice = now.price - start.price;
  const shift = (p: Anchor): Anchor => ({ time: p.time + dTime, price: p.price + dPrice });
  const moved: TrendLine = {
    id: from.id,
    a: grip === 'b' ? from.a : shift(from.a),
    b: grip === 'a' ? from.b : shift(from.b),
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

function commit(lines: Lines, list: readonly TrendLine[]): Lines {
  return { ...lines, list, past: [...lines.past, lines.list].slice(-UNDO_STEPS) };
}

/** Deletes the selected line, if there is one. */
export function removeSelected(lines: Lines): Lines {
  return lines.selected === null ? lines : remove(lines, lines.selected);
}
