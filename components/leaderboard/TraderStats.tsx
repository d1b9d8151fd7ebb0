import { formatPnl, formatUsd, NOTHING } from '#core/locale/format.ts';
import { type TradeStats, winRate } from '#core/trading/pnl.ts';
import { useT } from '#framework/page.tsx';
import { Bdi, Change } from '../ui/figures.tsx';
import { DirectionMark } from '../ui/Mark.tsx';
import { type Curve, EquityChart } from './EquityChart.tsx';

export type Stats = TradeStats & {
  /** The largest drawdown; null where the season's rules hide it and the curve from the reader. */
  drawdown: string | null;
  /** P&L of the newest closed trades, oldest first. */
  last: readonly string[];
  curve: { trader: Curve; leader: Curve | null } | null;
};

export function TraderStats({ stats }: { stats: Stats }) {
  const t = useT();
  const { count, wins, total, average, best, worst, drawdown, last, curve } = stats;
  const rate = winRate(wins, count, 1);
  const isLow = rate !== null && wins * 2 < count;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-5">
        <div>
          <p className="text-caption text-paper-3">{t('trader:winRate')}</p>
          <p className={`mt-1 flex items-center gap-2 text-hero ${isLow ? 'text-loss' : ''}`}>
            {isLow && <DirectionMark up={false} className="h-3 w-3" />}
            <Bdi>{rate === null ? NOTHING : `${rate}%`}</Bdi>
          </p>
          <p className="mt-1 text-caption text-paper-3">
            {t('trader:winsOf', { wins, count })} · {t('profile:thisSeason')}
          </p>
        </div>
        {last.length > 0 && <Strip results={last} label={t('trader:strip', { count: last.length })} />}
      </div>
      <dl className="mt-6 flex flex-wrap gap-px overflow-hidden rounded-control border border-line-1 bg-line-1">
        <Sum label={t('trader:total')} value={count === 0 ? null : total} />
        <Sum label={t('trader:average')} value={average} />
        <Sum label={t('trader:best')} value={best} />
        <Sum label={t('trader:worst')} value={worst} />
      </dl>
      <p className="mt-4 flex justify-between text-size-small text-paper-2">
        {drawdown === null ? (
          t('trader:figuresHidden')
        ) : (
          <>
            {t('trader:drawdown')} <Bdi>{formatUsd(drawdown)}</Bdi>
          </>
        )}
      </p>
      {curve && <EquityChart {...curve} />}
    </>
  );
}

function Sum({ label, value }: { label: string; value: string | null }) {
  return (
    <div className="flex-[1_1_49%] bg-ink-2 p-4">
      <dt className="text-caption text-paper-3">{label}</dt>
      <dd className="mt-1 text-stat">
        <Pnl value={value} text={value === null ? NOTHING : formatPnl(value)} />
      </dd>
    </div>
  );
}

const [WIDTH, HEIGHT, BAR, GAP] = [298, 60, 5, 2.1];

/** Bars upwards for wins, downwards for losses. Lengths are square roots of the P&L, so small bars stay visible. */
function Strip({ results, label }: { results: readonly string[]; label: string }) {
  const sizes = results.map((pnl) => Math.sign(Number(pnl)) * Math.sqrt(Math.abs(Number(pnl))));
  const most = Math.max(...sizes.map(Math.abs), 1);
  const middle = HEIGHT / 2;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <path d={`M0 ${middle}H${WIDTH}`} stroke="var(--line-2)" />
      <path d={bars(sizes, most, 1)} fill="var(--gain)" />
      <path d={bars(sizes, most, -1)} fill="var(--loss)" />
    </svg>
  );
}

/** Returns the bars of one sign as one path; zero counts as a win. */
function bars(sizes: readonly number[], most: number, sign: 1 | -1): string {
  const middle = HEIGHT / 2;
  const start = WIDTH - sizes.length * (BAR + GAP);
  return sizes
    .flatMap((size, i) => {
      if (size * sign < 0 || (size === 0 && sign < 0)) return [];
      const length = Math.max(1, (Math.abs(size) / most) * (middle - 2));
      const top = sign > 0 ? middle - 1 - length : middle + 1;
      return `M${(start + i * (BAR + GAP)).toFixed(1)} ${top.toFixed(1)}h${BAR}v${length.toFixed(1)}h-${BAR}z`;
    })
    .join('');
}

/** A P&L figure with its sign and colour; without a value `text` alone. */
export function Pnl({ value, text }: { value: string | null; text: string }) {
  return value === null ? <Bdi>{text}</Bdi> : <Change value={value} text={text} />;
}
