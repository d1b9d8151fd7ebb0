import { fill } from '#core/locale/sentence.ts';
import { DRAWING_KINDS } from '#core/market/drawings.ts';
import { priceText } from '#core/market/price-text.ts';
import { CheckSign, Glyph, Menu } from '../ground/Menu.tsx';
import type { ChartStrings } from '../ground/strings.ts';
import { useStrings } from '../ground/use-strings.tsx';
import type { Drawing, DrawingTool } from './drawings.ts';
import type { DrawingMode } from './use-drawing.ts';

type Props = { drawing: DrawingMode };

const SIGN: Record<DrawingTool, string> = {
  select:
    'M4.037 4.688a.495.495 0 0 1 .651-.651l16 6.5a.5.5 0 0 1-.063.947l-6.124 1.58a2 2 0 0 0-1.438 1.435l-1.579 6.126a.5.5 0 0 1-.947.063z',
  line: 'M4 18L20 6',
  level: 'M3 12h18',
  ray: 'M13 5h6v6M19 5L5 19',
  fib: 'M3 5h18M3 10h18M3 14h18M3 19h18',
  rect: 'M4 6h16v12H4z',
  measure: 'M3 15l6 6L21 9l-6-6zM7.5 10.5l2 2M10.5 7.5l2 2M13.5 4.5l2 2M4.5 13.5l2 2',
};
const TOOLS: readonly DrawingTool[] = ['select', ...DRAWING_KINDS];

/** Returns "Ray 101.20 → 104.00", or "Level 101.20" for a level. */
function nameOf({ kind, a, b }: Drawing, strings: ChartStrings): string {
  const name = strings[`tool_${kind}`];
  return kind === 'level'
    ? `${name} ${priceText(a.price)}`
    : `${name} ${priceText(a.price)} → ${priceText(b.price)}`;
}

/** The menu of tools and drawings. Its undo and delete buttons are for touch screens, which have no keys. */
export default function DrawingTools({ drawing }: Props) {
  const strings = useStrings();
  const { lines, act, tool } = drawing;
  return (
    <>
      <Menu
        className="tool icon-tool"
        label={strings.tools}
        align="end"
        bare
        summary={<Glyph d={SIGN[tool ?? 'select']} />}
      >
        {(close) => (
          <>
            {TOOLS.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === tool}
                className="menu-item"
                onClick={() => {
                  close();
                  drawing.use(each);
                }}
              >
                <Glyph d={SIGN[each]} />
                {strings[`tool_${each}`]}
                {each === tool && <CheckSign />}
              </button>
            ))}
            <DrawingList drawing={drawing} />
          </>
        )}
      </Menu>
      <Press
        name={strings.undo}
        icon="i-lucide-rotate-ccw"
        isOff={lines.past.length === 0 && !lines.draft}
        onPress={() => act('undo')}
      />
      <Press
        name={strings.deleteLine}
        icon="i-lucide-trash"
        isOff={lines.selected === null}
        onPress={() => act('removeSelected')}
      />
    </>
  );
}

function DrawingList({ drawing: { lines, pick, remove, act } }: Props) {
  const strings = useStrings();
  if (lines.list.length === 0) return null;
  return (
    <>
      <ul className="chart-drawn" aria-label={strings.drawings}>
        {lines.list.map((drawn) => {
          const name = nameOf(drawn, strings);
          return (
            <li key={drawn.id}>
              <button
                type="button"
                className="menu-item min-w-0 flex-1"
                aria-pressed={drawn.id === lines.selected}
                onClick={() => pick(drawn.id)}
              >
                <bdi>{name}</bdi>
              </button>
              <button
                type="button"
                className="icon-btn"
                aria-label={fill(strings.deleteDrawing, { name })}
                onClick={() => remove(drawn.id)}
              >
                <span className="i-lucide-x size-4" aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
      <button type="button" className="menu-item" onClick={() => act('clear')}>
        <span className="i-lucide-trash size-4" aria-hidden="true" />
        {strings.clearDrawings}
      </button>
    </>
  );
}

type PressProps = { name: string; icon: string; isOff: boolean; onPress(): void };

function Press({ name, icon, isOff, onPress }: PressProps) {
  return (
    <button
      type="button"
      className="tool icon-tool"
      aria-label={name}
      title={name}
      disabled={isOff}
      onClick={onPress}
    >
      <span className={`${icon} size-4`} aria-hidden="true" />
    </button>
  );
}
