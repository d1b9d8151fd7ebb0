import { curveRange, type EquityCurves, type EquityPoint } from '#core/leaderboard/equity.ts';
import { formatUsd } from '#core/locale/format.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { CENT_DIGITS, toNumber } from '#core/money/money.ts';
import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/figures.tsx';

/** Epoch ms and dollars. */
export type CurvePoint = readonly [at: number, equity: number];
export type Curve = { name: string; points: readonly CurvePoint[] };

/** Returns the curves in dollars, for drawing. */
export function drawnCurves(
  username: string,
  { own, leader }: EquityCurves,
): { trader: Curve; leader: Curve | null } {
  const drawn = (name: string, points: readonly EquityPoint[]): Curve => ({
    name,
    points: points.map(({ at, equity }) => [at, toNumber(equity, CENT_DIGITS)] as const),
  });
  return { trader: drawn(username, own), leader: leader && drawn(leader.username, leader.points) };
}

const [WIDTH, EDGE] = [592, 6];
const HEIGHT = 132;

type EquityChartProps = {
  trader: Curve;
  leader: Curve | null;
  /** The height of the picture, in units of a view box 592 wide. */
  height?: number;
};

/** The equity of the trader and of the leader over the season, with the start cash as a line. */
export function EquityChart({ trader, leader, height = HEIGHT }: EquityChartProps) {
  const t = useT();
  const curves = leader ? [leader, trader] : [trader];
  const place = scale(curves, height);
  const start = formatUsd(trader.points[0]![1]);
  const end = formatUsd(trader.points.at(-1)![1]);
  const top = leader && formatUsd(leader.points.at(-1)![1]);
  const label = leader
    ? t('trader:curveLabelLeader', { name: trader.name, start, end, leader: leader.name, top: top! })
    : t('trader:curveLabel', { name: trader.name, start, end });
  const [first, base] = place(trader.points[0]!);
  const line = path(trader, place);
  return (
    <figure className="mt-6">
      <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1 text-caption text-paper-3">
        <span>{t('trader:curve')}</span>
        <span className="flex flex-wrap gap-x-5 gap-y-1">
          <Legend ink="var(--paper)" name={trader.name} value={end} />
          {leader && (
            <Legend
              ink="var(--tkf)"
              name={t('trader:curveLeader', { name: nameInSentence(leader.name) })}
              value={top!}
              dashed
            />
          )}
        </span>
      </figcaption>
      <div className="overflow-hidden rounded-control border border-line-1 bg-ink-2" dir="ltr">
        <svg
          viewBox={`0 0 ${WIDTH} ${height}`}
          width={WIDTH}
          height={height}
          className="equity-curve h-auto w-full"
          role="img"
          aria-label={label}
        >
          <path d={`M0 ${base.toFixed(1)}H${WIDTH}`} stroke="var(--line-2)" strokeDasharray="2 4" />
          <path d={`${line}V${height}H${first.toFixed(1)}Z`} fill="var(--paper)" fillOpacity="0.06" />
          {leader && (
            <path
              d={path(leader, place)}
              fill="none"
              stroke="var(--tkf)"
              strokeWidth="1.5"
              strokeDasharray="5 3"
            />
          )}
          <path
            d={line}
            fill="none"
            stroke="var(--paper)"
            strokeWidth="2"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        </svg>
      </div>
    </figure>
  );
}

type LegendProps = { ink: string; name: string; value: string; dashed?: boolean };

function Legend({ ink, name, value, dashed }: LegendProps) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg className="shrink-0" viewBox="0 0 16 4" width="16" height="4" aria-hidden="true">
        <path d="M0 2H16" stroke={ink} strokeWidth="2" strokeDasharray={dashed ? '5 3' : undefined} />
      </svg>
      <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
      <Bdi className="text-paper-2">{value}</Bdi>
    </span>
  );
}

/**
 * Returns a function that returns the position of a point in the picture. All curves share one range of time and
 * dollars.
 */
function scale(curves: readonly Curve[], height: number): (point: CurvePoint) => [number, number] {
  const all = curves.flatMap((curve) => curve.points);
  const times = all.map(([at]) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const { least, most } = curveRange(all.map(([, equity]) => equity));
  return ([at, equity]) => [
    EDGE + ((at - first) / (last - first || 1)) * (WIDTH - 2 * EDGE),
    height - EDGE - ((equity - least) / (most - least)) * (height - 2 * EDGE),
  ];
}

function path({ points }: Curve, place: (point: CurvePoint) => [number, number]): string {
  return points
    .map(
      (point, i) =>
        `${i === 0 ? 'M' : 'L'}${place(point)
          .map((n) => n.toFixed(1))
          .join(' ')}`,
    )
    .join('');
}
