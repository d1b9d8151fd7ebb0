import { Trans } from 'react-i18next';
import { usePage } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Section, SettingRow, SettingRows } from './Section.tsx';
import type { SettingsView } from './SettingsPage.tsx';

/** Name, password, Discord, and the way out. */
export function AccountSection({ view }: { view: SettingsView }) {
  const { t, user } = usePage();
  const { hasPassword, hasDiscord, passwordChanged } = view;
  const changed = passwordChanged
    ? t('settings:passwordChanged', { date: passwordChanged })
    : t('settings:passwordNever');
  return (
    <Section id="account" title={t('settings:account')} hint={t('settings:accountHint')}>
      <SettingRows>
        <SettingRow
          icon="user"
          title={
            <Trans
              i18nKey="settings:signedInAs"
              values={{ username: user?.username }}
              components={{
                name: (
                  <bdi className="inline-block max-w-full [overflow-wrap:anywhere] font-600 text-paper" />
                ),
              }}
            />
          }
          hint={view.nextName ? t('settings:nameAgain', { date: view.nextName }) : t('settings:nameHint')}
        >
          {!view.nextName && (
            <a className="btn btn-secondary" href="/settings/name">
              {t('settings:changeName')}
            </a>
          )}
          <form method="post" action="/api/logout">
            <button type="submit" className="btn btn-secondary">
              <Icon name="log-out" />
              {t('settings:logout')}
            </button>
          </form>
        </SettingRow>
        <SettingRow
          icon="key-round"
          title={t('settings:password')}
          hint={hasPassword ? changed : t('settings:passwordNone')}
        >
          <a className="btn btn-secondary" href="/settings/password">
            {t(hasPassword ? 'settings:changePassword' : 'settings:setPassword')}
          </a>
        </SettingRow>
        {hasDiscord && (
          <SettingRow
            icon="external-link"
            title="Discord"
            hint={t(hasPassword ? 'settings:discordConnected' : 'settings:discordAlone')}
          >
            {hasPassword && (
              <a className="btn btn-secondary" href="/settings/discord">
                {t('settings:disconnect')}
              </a>
            )}
          </SettingRow>
        )}
      </SettingRows>
    </Section>
  );
}
