import type { PracticeReason } from '#core/season/terms.ts';
import { usePage } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PracticeNote } from './Practice.tsx';

/** The admins' four levers. Each asks first and names what happens. */
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
      <span className="ms-auto flex flex-wrap gap-2">
        <Lever dialog="start" look="btn-secondary" icon="play" isOff={competition.active} />
        <Lever dialog="end" look="btn-danger" icon="square" isOff={!competition.active} />
      </span>
      {!competition.active && (
        <div className="basis-full">
          <PracticeNote reasons={practice} isNext />
        </div>
      )}
    </section>
  );
}

type LeverProps = { dialog: 'start' | 'end'; look: string; icon: 'play' | 'square'; isOff: boolean };

/** A button that leads to its question; disabled while there is nothing to do. */
function Lever({ dialog, look, icon, isOff }: LeverProps) {
  const { t } = usePage();
  const inside = (
    <>
      <Icon name={icon} size="size-4" />
      {t(`competition:${dialog}`)}
    </>
  );
  const className = `btn ${look} btn-small`;
  return isOff ? (
    <button type="button" className={className} disabled>
      {inside}
    </button>
  ) : (
    <a className={className} href={`/competitions?dialog=${dialog}`}>
      {inside}
    </a>
  );
}
