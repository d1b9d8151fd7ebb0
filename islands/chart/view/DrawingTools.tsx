import type { Drawing } from '../drawing/use-drawing.ts';
import type { ChartStrings } from '../panel/strings.ts';

/** What the keyboard does to lines, for fingers. */
export default function DrawingTools({ drawing, strings }: { drawing: Drawing; strings: ChartStrings }) {
  const { lines, act } = drawing;
  const { selected } = lines;
  return (
    <>
      <button
        type="button"
        className="tool icon-tool"
        aria-label={strings.undo}
        title={strings.undo}
        disabled={lines.past.length === 0 && !lines.draft}
        onClick={() => act('undo')}
      >
        <span className="i-lucide-rotate-ccw size-4" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="tool icon-tool"
        aria-label={strings.deleteLine}
        title={strings.deleteLine}
        disabled={selected === null}
        onClick={() => act('removeSelected')}
      >
        <span className="i-lucide-trash size-4" aria-hidden="true" />
      </button>
    </>
  );
}
