import { formatNumber, formatQuantity } from '#core/locale/format.ts';
import { levelProgress } from '#core/progress/xp.ts';
import { useT } from '#framework/page.tsx';
import { Tkf } from '../items/Tkf.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import { Progress10 } from '../ui/Progress10.tsx';

type LevelProps = {
  level: number;
  /** Total, and what is missing to the next level; up to 2 decimals. */
  xp: number;
  xpToNextLevel: number;
  /** Minutes a position is held before it earns XP in this season; 0: at once. */
  holdMinutes: number;
};

/** From this level to the next, and how XP is earned. */
export function LevelCard({ level, xp, xpToNextLevel, holdMinutes }: LevelProps) {
  const t = useT();
  const { reached, needed, percent } = levelProgress(level, xpToNextLevel);
  const text = `${formatQuantity(reached)} / ${formatNumber(needed)}`;
  return (
    <section className="card p-4" aria-label={t('profile:progress')}>
      <p className="mb-3 flex items-baseline justify-between gap-4">
        <span className="text-h3">{t('profile:level', { level })}</span>
        <span className="text-h3 text-paper-3">{t('profile:level', { level: level + 1 })}</span>
      </p>
      <div className="text-xp">
        <Progress10 percent={percent} label={t('profile:toNext')} text={text} />
      </div>
      <dl className="mt-3 flex flex-wrap justify-between gap-x-6 gap-y-1 text-size-small text-paper-2">
        <div className="flex gap-1.5">
          <dt>
            <Bdi>XP</Bdi>
          </dt>
          <dd className="font-600 text-paper">
            <Bdi>{formatQuantity(xp)}</Bdi>
          </dd>
        </div>
        <div className="flex gap-1.5">
          <dt>{t('profile:toNext')}</dt>
          <dd className="font-600 text-paper">
            <Bdi>{text}</Bdi>
          </dd>
        </div>
      </dl>
      <p className="mt-3 text-caption text-paper-3">{t('profile:ruleEarn')}</p>
      <p className="text-caption text-paper-3">{t('profile:ruleLoss')}</p>
      {holdMinutes > 0 && (
        <p className="text-caption text-paper-3">{t('seasons:ruleMinHold', { count: holdMinutes })}</p>
      )}
      <p className="mt-2 text-caption text-paper-3">{t('ranks:rule')}</p>
    </section>
  );
}

/** The balance of the shop's currency, and what it is for. */
export function TkfCard({ tkf }: { tkf: number }) {
  const t = useT();
  return (
    <section className="card p-4" aria-label={t('profile:tkf')}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-h3">{t('profile:tkf')}</h2>
        <p>
          <Tkf amount={tkf} look="text-stat" />
        </p>
      </div>
      <p className="text-caption text-paper-3">{t('profile:ruleUse')}</p>
      <p className="text-caption text-paper-3">{t('profile:ruleGain')}</p>
    </section>
  );
}
