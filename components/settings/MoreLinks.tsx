import type { ReactNode } from 'react';
import { usePage } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';

/** Pages no navigation leads to. */
const MORE = [
  ['/screener', 'settings:scanner'],
  ['/payment', 'settings:payment'],
  ['/pricing', 'settings:plans'],
  ['/contact', 'settings:contact'],
] as const;

/** Links to pages. @param props.unread messages nobody has read yet, for admins; null for everyone else */
export function MoreLinks({ unread }: { unread: number | null }) {
  const { t } = usePage();
  return (
    <div className="grid gap-4 border-t border-line-1 pt-7">
      {unread !== null && <Administration unread={unread} />}
      <Links title={t('settings:more')}>
        {MORE.map(([href, key]) => (
          <li key={href}>
            <a className="btn btn-secondary" href={href}>
              {t(key)}
            </a>
          </li>
        ))}
      </Links>
    </div>
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
        <a className="btn btn-secondary" href="/admin/reports">
          <Icon name="flag" />
          {t('reports:title')}
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
