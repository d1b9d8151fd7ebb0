import { LEAST_CURVE_POINTS } from '#core/leaderboard/equity.ts';
import { CHART_PATH, PORTFOLIO_PATH } from '#core/season/game.ts';
import { useT } from '#framework/page.tsx';
import { Bdi, Change } from '../ui/figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { PracticeCardView } from './member-view.ts';

type PracticeCardProps = { card: PracticeCardView; isMain: boolean };

/**
 * Practice on the home page: the value of the practice account, and links to its chart and portfolio.
 * @param isMain true to render the link to the chart as the page's main button
 */
export function PracticeCard({ card: { equity, isOpened, today, curve }, isMain }: PracticeCardProps) {
  const t = useT();
  return (
    <section
      className="card home-practice flex flex-wrap items-center gap-x-4 gap-y-3 p-4"
      aria-labelledby="home-practice"
    >
      <div className="me-auto">
        <h2 id="home-practice" className="flex items-center gap-2 text-small text-paper-3">
          <Icon name="play" size="size-4" className="shrink-0" />
          {t('games:practice')}
        </h2>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Bdi className="text-h1">{equity}</Bdi>
          {today && <Change value={today.value} text={`${today.text} (${today.percent})`} />}
          {!isOpened && <span className="text-paper-2">{t('games:practiceLead')}</span>}
        </p>
      </div>
      {curve.length >= LEAST_CURVE_POINTS && <AreaCurve values={curve} color="text-paper-2" />}
      <p className="flex gap-2">
        {isOpened && (
          <Way href={PORTFOLIO_PATH.practice} label={t('nav:portfolio')} className="btn-secondary" />
        )}
        <Way
          href={CHART_PATH.practice}
          label={t('home:tradeNow')}
          className={isMain ? 'btn-primary' : 'btn-secondary'}
        />
      </p>
    </section>
  );
}

/** A link whose accessible name mentions practice, because the season's ticket has a link with the same text. */
function Way({ href, label, className }: { href: string; label: string; className: string }) {
  const t = useT();
  return (
    <a className={`btn min-h-11 ${className}`} href={href} aria-label={`${label} · ${t('games:practice')}`}>
      {label}
    </a>
  );
}

/** A curve without a scale, and the area below it. @param props.values two or more @param props.color a text colour */
export function AreaCurve({ values, color }: { values: readonly number[]; color: string }) {
  return (
    <svg
      className={`home-curve ${color}`}
      viewBox="0 0 90 24"
      height={44}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={areaUnder(values)} fill="currentColor" fillOpacity={0.12} stroke="currentColor" />
    </svg>
  );
}

/**
 * Returns the path of the area under a curve, for a view box of 90 × 24, in whole units. Sides and bottom of the area
 * are outside the view box, so that their stroke is invisible.
 */
function areaUnder(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, i) => [
    Math.round((i / (values.length - 1)) * 90),
    most === least ? 12 : Math.round(23 - ((value - least) / (most - least)) * 22),
  ]);
  const steps = points.map(([x = 0, y = 0], i) => {
    const [beforeX, beforeY] = points[i - 1] ?? [-2, 26];
    return `${x - beforeX!} ${y - beforeY!}`;
  });
  return `M-2 26l${steps.join(' ').replaceAll(' -', '-')}l2 0V26`;
}
