import { useT } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { FirstStep, StepName } from './view.ts';

const WAYS: Record<StepName, string> = {
  trade: '/chart',
  portfolio: '/portfolio',
  close: '/portfolio',
  table: '/leaderboards',
};

/** What a new trader may do first; ticked by what was done, closed for good by its button. */
export function FirstSteps({ steps, canTrade }: { steps: readonly FirstStep[]; canTrade: boolean }) {
  const t = useT();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="card home-list" aria-labelledby="home-steps">
      <div className="flex items-center gap-2 p-2 ps-4">
        <h2 id="home-steps" className="text-h3">
          {t('home:steps')}
        </h2>
        <span className="text-size-small text-paper-3">
          {t('home:stepsDone', { done, total: steps.length })}
        </span>
        <form className="ms-auto" method="post" action="/api/first-steps/close">
          <button type="submit" className="icon-btn" aria-label={t('home:stepsClose')}>
            <Icon name="x" />
          </button>
        </form>
      </div>
      <ol>
        {steps.map(({ name, isDone }) => (
          <li key={name}>
            <StepRow
              name={name}
              isDone={isDone}
              href={name === 'trade' && !canTrade ? '/competitions' : WAYS[name]}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepRow({ name, isDone, href }: FirstStep & { href: string }) {
  const t = useT();
  return (
    <a className="home-row home-step" href={href}>
      <span className={isDone ? 'home-tick home-ticked' : 'home-tick'} aria-hidden="true">
        {isDone && <Icon name="check" size="size-4" />}
      </span>
      <span>
        <span className={isDone ? 'text-paper-3' : 'font-600'}>{t(`home:step_${name}`)}</span>
        {isDone && <span className="sr-only">{t('home:stepDone')}</span>}
        {name === 'close' && !isDone && (
          <span className="block text-caption text-paper-3">{t('home:stepCloseHint')}</span>
        )}
      </span>
      {!isDone && <Icon name="chevron-right" size="size-4" className="ms-auto text-paper-3 rtl:flip-x" />}
    </a>
  );
}
