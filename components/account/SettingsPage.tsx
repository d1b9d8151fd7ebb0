import type { ReactNode } from 'react';
import { Icon } from '#components/ui/Icon.tsx';
import { usePage } from '../page.tsx';

/** /settings: the creative-mode switch of this browser, and the way out. */
export function SettingsPage({ creative }: { creative: ReactNode }) {
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
    </div>
  );
}
