import type { PracticeReason } from '#core/season/terms.ts';
import { usePage } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PracticeNote } from './Practice.tsx';

/** The admins' four levers. Edit and Reset ask first; Start and End act and say so. */
export function AdminBar({ season, practice }: { season: number; practice: readonly PracticeReason[] }) {
  const { t, competition } = usePage();
  return (
    <section
      className="mb-7 flex flex-wrap items-center gap-2 rounded-card border border-dashed border-line-2 px-3 py-2"
      aria-label={t('competition:admin')}
    >
      <span className="me-2 text-caption text-paper-3">{t('competition:admin')}</span>
      <a className="btn btn-secondary btn-small" href="/competitions?dialog=edit">
        <Icon name="pencil" size="size-4" />
        {t('competition:edit')}
      </a>
      <a className="btn btn-secondary btn-small" href="/competitions?dialog=reset">
        <Icon name="rotate-ccw" size="size-4" />
        {t('competition:reset')}
      </a>
      <a className="btn btn-ghost btn-small" href={`/competitions/${season}`}>
        {t('seasons:title', { number: season })}
      </a>
      <a className="btn btn-ghost btn-small" href="/admin/audit">
        {t('seasons:audit')}
      </a>
      <a className="btn btn-ghost btn-small" href="/admin/accounts">
        {t('accounts:title')}
      </a>
      <form className="ms-auto" method="post" action="/api/toggle-competition">
        <input type="hidden" name="active" value="true" />
        <button type="submit" className="btn btn-secondary btn-small" disabled={competition.active}>
          <Icon name="play" size="size-4" />
          {t('competition:start')}
        </button>
      </form>
      <form method="post" action="/api/toggle-competition">
        <input type="hidden" name="active" value="false" />
        <button type="submit" className="btn btn-danger btn-small" disabled={!competition.active}>
          <Icon name="square" size="size-4" />
          {t('competition:end')}
        </button>
      </form>
      {!competition.active && (
        <div className="basis-full">
          <PracticeNote reasons={practice} isNext />
        </div>
      )}
    </section>
  );
}
