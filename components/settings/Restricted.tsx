import type { Restriction } from '#core/account/restriction.ts';
import { useT } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';

/** What keeps the account from acting; `day` as the reader writes it. */
export type RestrictedView = { kind: Restriction['kind']; reason: string | null; day: string | null };

/** Says why the account cannot act, and what can be done about it. */
export function Restricted({ view }: { view: RestrictedView }) {
  const t = useT();
  const { kind, reason, day } = view;
  const date = day ?? '';
  const title = {
    leaving: t('safety:leavingTitle', { date }),
    suspended: day ? t('safety:suspendedTitle', { date }) : t('safety:suspendedEver'),
    newName: t('safety:newNameTitle'),
  }[kind];
  return (
    <section className="card mt-6 flex flex-wrap items-center gap-4 border-loss-rim p-4">
      <Icon name="octagon-alert" className="h-5 w-5 shrink-0 text-loss" />
      <div className="min-w-45 flex-1">
        <h2 className="text-h3">{title}</h2>
        {reason && (
          <p className="break-words">
            <bdi>{reason}</bdi>
          </p>
        )}
        {kind !== 'newName' && (
          <p className="text-size-small text-paper-2">
            {t(kind === 'leaving' ? 'safety:leavingText' : 'safety:suspendedText')}
          </p>
        )}
      </div>
      {kind === 'leaving' && (
        <form method="post" action="/api/account/keep">
          <button type="submit" className="btn btn-primary">
            {t('safety:keepButton')}
          </button>
        </form>
      )}
      {kind === 'newName' && (
        <a className="btn btn-primary" href="/settings/name">
          {t('safety:nameTitle')}
        </a>
      )}
      {kind !== 'leaving' && (
        <a className="btn btn-secondary" href="/contact">
          {t('safety:appeal')}
        </a>
      )}
    </section>
  );
}
