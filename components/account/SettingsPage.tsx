import type { ReactNode } from 'react';
import { Trans } from 'react-i18next';
import type { Locale } from '#core/locale/locale.ts';
import { usePage } from '#framework/page.tsx';
import { pricingHref } from '../pricing/href.ts';
import { Icon } from '../ui/Icon.tsx';
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx';

type Props = {
  creative: ReactNode;
  zoom: ReactNode;
  /** Messages nobody has read yet, for admins; null for everyone else. */
  unread: number | null;
};

/** Pages no navigation leads to. */
const more = (locale: Locale) =>
  [
    ['/screener', 'settings:scanner'],
    ['/payment', 'settings:payment'],
    [pricingHref(locale), 'settings:plans'],
    ['/contact', 'settings:contact'],
  ] as const;

/** /settings: this browser's switches, the language, and the way out. */
export function SettingsPage({ creative, zoom, unread }: Props) {
  const { t, user, locale } = usePage();
  return (
    <div className="mx-auto w-full max-w-160">
      <h1 className="text-h1">{t('settings:title')}</h1>
      <div className="mt-6 grid gap-4">
        <Setting title={t('settings:creative')} hint={t('settings:creativeHint')}>
          {creative}
        </Setting>
        <Setting title={t('settings:zoom')} hint={t('settings:zoomHint')}>
          {zoom}
        </Setting>
        <Setting title={t('settings:language')}>
          <LanguageSwitch next="/settings" />
        </Setting>
        <Setting
          title={t('settings:account')}
          hint={
            <Trans
              i18nKey="settings:signedInAs"
              values={{ username: user?.username }}
              components={{ name: <bdi className="font-600 text-paper" /> }}
            />
          }
        >
          <form method="post" action="/api/logout">
            <button type="submit" className="btn btn-secondary">
              <Icon name="log-out" />
              {t('settings:logout')}
            </button>
          </form>
        </Setting>
        {unread !== null && <Administration unread={unread} />}
        <Links title={t('settings:more')}>
          {more(locale).map(([href, key]) => (
            <li key={href}>
              <a className="btn btn-secondary" href={href}>
                {t(key)}
              </a>
            </li>
          ))}
        </Links>
      </div>
    </div>
  );
}

function Setting({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section className="card flex flex-wrap items-center justify-between gap-4 p-4">
      <div className="max-w-100 min-w-0">
        <h2 className="text-h3">{title}</h2>
        {hint && <p className="mt-1 break-words text-paper-2">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

function Links({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card p-4">
      <h2 className="text-h3">{title}</h2>
      <ul className="mt-3 flex flex-wrap gap-3">{children}</ul>
    </section>
  );
}

function Administration({ unread }: { unread: number }) {
  const { t } = usePage();
  return (
    <Links title={t('settings:admin')}>
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
      <li>
        <a className="btn btn-secondary" href="/admin/accounts">
          {t('accounts:title')}
        </a>
      </li>
    </Links>
  );
}
