import type { ReactNode } from 'react';
import { Icon } from '#components/ui/Icon.tsx';
import { usePage } from '../page.tsx';

type Props = {
  creative: ReactNode;
  /** Messages nobody has read yet, for admins; null for everyone else. */
  unread: number | null;
};

/** /settings: the creative-mode switch of this browser, and the way out. */
export function SettingsPage({ creative, unread }: Props) {
  const { t, user } = usePage();
  return (
    <div className="mx-auto w-full max-w-[640px]">
      <h1 className="text-h1">{t('settings:title')}</h1>
      <section className="card mt-6 flex flex-wrap items-center justify-between gap-4 p-4">
        <div className="max-w-[400px]">
          <h2 className="text-h3">{t('settings:creative')}</h2>
          <p className="mt-1 text-paper-2">{t('settings:creativeHint')}</p>
        </div>
        {creative}
      </section>
      <section className="card mt-4 flex flex-wrap items-center justify-between gap-4 p-4">
        <div>
          <h2 className="text-h3">{t('settings:account')}</h2>
          <p className="mt-1 text-paper-2">
            {t('settings:signedInAs')} <bdi className="font-600 text-paper">{user?.username}</bdi>
          </p>
        </div>
        <form method="post" action="/api/logout">
          <button type="submit" className="btn btn-secondary">
            <Icon name="log-out" />
            {t('settings:logout')}
          </button>
        </form>
      </section>
      {unread !== null && (
        <section className="card mt-4 p-4">
          <h2 className="text-h3">{t('settings:admin')}</h2>
          <ul className="mt-3 flex flex-wrap gap-3">
            <li>
              <a className="btn btn-secondary" href="/admin/messages">
                <Icon name="mail" />
                {t('settings:messages')}
                {unread > 0 && (
                  <span className="tag bg-paper text-ink-0">{t('settings:unread', { count: unread })}</span>
                )}
              </a>
            </li>
            <li>
              <a className="btn btn-secondary" href="/admin/audit">
                {t('settings:audit')}
              </a>
            </li>
          </ul>
        </section>
      )}
    </div>
  );
}
