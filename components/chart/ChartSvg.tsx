import { type DrawingInput, drawChart, PANE_UNITS } from './geometry.ts';
import { MAX_WIDTH, PRICE_AXIS_WIDTH, TIME_AXIS_HEIGHT } from './layout.ts';

/**
 * The axis omits a number closer than this to the last price, whose tag would cover the number; percent of the height.
 */
const TAG = 4.5;
/**
 * The axis omits a number closer than this to one of its ends, which would cut the number off; percent of the height.
 */
const CUT = 2;
/** A label of the time axis is hidden if its middle is closer than this to the start of the chart, px. */
const HALF_TIME = 18;

type Props = DrawingInput & {
  label: string;
  hasPriceLine?: boolean;
};

/** The chart before any script runs: its right edge is at the price axis, and its height stretches with the pane. */
export function ChartSvg({ label, hasPriceLine = false, ...input }: Props) {
  const { palette } = input;
  const { shapes, prices, times, last, lastColor } = drawChart(input);
  const numbers = prices.filter(
    ({ top }) => Math.abs(top - 50) < 50 - CUT && (!last || Math.abs(top - last.top) > TAG),
  );
  const pane = { insetInlineEnd: PRICE_AXIS_WIDTH, bottom: TIME_AXIS_HEIGHT };
  return (
    <div
      className="absolute inset-0 overflow-hidden text-size-caption"
      dir="ltr"
      style={{ background: palette.background, color: palette.text }}
    >
      <div
        className="absolute start-0 top-0 overflow-hidden border-b border-e"
        style={{ ...pane, borderColor: palette.border }}
      >
        <svg className="absolute inset-0 h-full w-full" aria-hidden="true">
          {prices.map(({ text, top }) => (
            <line key={text} x1="0" x2="100%" y1={`${top}%`} y2={`${top}%`} stroke={palette.grid} />
          ))}
          {hasPriceLine && last && (
            <line
              x1="0"
              x2="100%"
              y1={`${last.top}%`}
              y2={`${last.top}%`}
              stroke={lastColor}
              strokeDasharray="2 3"
            />
          )}
        </svg>
        <svg
          className="absolute end-0 top-0 h-full max-w-none"
          role="img"
          aria-label={label}
          width={MAX_WIDTH}
          viewBox={`0 0 ${MAX_WIDTH} ${PANE_UNITS}`}
          preserveAspectRatio="none"
        >
          {shapes.map(({ d, color, width }) => (
            <path
              key={`${width}${color}${d.length}`}
              d={d}
              {...(width === undefined
                ? { fill: color }
                : { fill: 'none', stroke: color, strokeWidth: width, vectorEffect: 'non-scaling-stroke' })}
            />
          ))}
        </svg>
      </div>
      <div
        className="absolute bottom-0 start-0 overflow-hidden"
        style={{ insetInlineEnd: PRICE_AXIS_WIDTH, height: TIME_AXIS_HEIGHT }}
        aria-hidden="true"
      >
        {times.map(({ text, end }) => (
          <span
            key={end}
            className="absolute top-1.5 overflow-hidden whitespace-nowrap on-half"
            style={{
              insetInlineEnd: end,
              // negative where the chart's start would cut the label off: a negative size hides the label
              maxInlineSize: hasPriceLine ? `calc((100% - ${end + HALF_TIME}px) * 99)` : undefined,
            }}
          >
            {text}
          </span>
        ))}
      </div>
      <div
        className="absolute end-0 top-0 overflow-hidden"
        style={{ width: PRICE_AXIS_WIDTH, bottom: TIME_AXIS_HEIGHT }}
        aria-hidden="true"
      >
        {numbers.map(({ text, top }) => (
          <span key={text} className="absolute start-2 up-half" style={{ top: `${top}%` }}>
            {text}
          </span>
        ))}
        {last && (
          <span
            className="absolute start-0 w-full rounded-sm ps-2 text-ink-0 leading-small up-half"
            style={{ top: `${last.top}%`, background: lastColor }}
          >
            {last.text}
          </span>
        )}
      </div>
    </div>
  );
}
