import type { ReactNode } from 'react';
import { Trans } from 'react-i18next';
import { PAGE_READERS, type PageReaders } from '#core/account/permissions.ts';
import { usePage, useT } from '#framework/page.tsx';
import { traderPageHref } from '../leaderboard/hrefs.ts';
import { LinkButton, PostButton, Submit } from '../ui/Button.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx';

type SectionProps = { id: string; title: string; hint: ReactNode; children: ReactNode };

export function Section({ id, title, hint, children }: SectionProps) {
  const t = useT();
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-8 gap-y-4 border-line-1 py-7 [&+&]:border-t lg:grid-cols-[14.5rem_1fr]"
    >
      <div>
        <a className="settings-back" href="#list">
          {t('settings:title')}
        </a>
        <h2 id={`${id}-title`} className="text-h3">
          {title}
        </h2>
        <p className="mt-1 max-w-90 break-words text-size-small text-paper-2">{hint}</p>
      </div>
      <div className="grid min-w-0 gap-4">{children}</div>
    </section>
  );
}

type RowsProps = {
  head?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
};

export function SettingRows({ head, foot, children }: RowsProps) {
  return (
    <div className="card overflow-hidden">
      {head}
      <ul className="[&>li+li]:border-t [&>li]:border-line-1">{children}</ul>
      {foot}
    </div>
  );
}

type RowProps = {
  icon: IconName;
  title: ReactNode;
  /** A word about the state of the setting. */
  tag?: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
};

export function SettingRow({ icon, title, tag, hint, children }: RowProps) {
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <Icon name={icon} className="h-5 w-5 shrink-0 text-paper-2" />
      <div className="min-w-45 flex-1">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-size-body font-600">
          {title}
          {tag}
        </h3>
        {hint && <p className="break-words text-size-small text-paper-2">{hint}</p>}
      </div>
      {children}
    </li>
  );
}

export type SignInView = {
  hasPassword: boolean;
  hasDiscord: boolean;
  /** The reader's membership in the community; null where the site has no members, and for a reader without Discord. */
  membership: MembershipView | null;
  /** True when a login asks for a code of an authenticator app. */
  hasFactor: boolean;
  /** When the password was last changed, formatted; null: never. */
  passwordChanged: string | null;
  /** When the username may be changed again, formatted; null if now. */
  nextName: string | null;
};

type MembershipView = {
  /** When the membership ends, formatted; null for a reader without a membership. */
  until: string | null;
  href: string;
};

export function AccountSection({ view }: { view: SignInView }) {
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
          {!view.nextName && <LinkButton href="/settings/name">{t('settings:changeName')}</LinkButton>}
          <PostButton action="/api/logout" look="secondary">
            <Icon name="log-out" />
            {t('settings:logout')}
          </PostButton>
        </SettingRow>
        <SettingRow
          icon="key-round"
          title={t('settings:password')}
          hint={hasPassword ? changed : t('settings:passwordNone')}
        >
          <LinkButton href="/settings/password">
            {t(hasPassword ? 'settings:changePassword' : 'settings:setPassword')}
          </LinkButton>
        </SettingRow>
        <SettingRow
          icon="smartphone"
          title={t('safety:factorTitle')}
          tag={view.hasFactor && <span className="tag bg-gain-deep text-gain">{t('settings:factorOn')}</span>}
          hint={t('settings:factorHint')}
        >
          <LinkButton href="/settings/factor">
            {t(view.hasFactor ? 'settings:change' : 'settings:factorSetUp')}
          </LinkButton>
        </SettingRow>
        <SettingRow icon="bell" title={t('settings:notifications')} hint={t('settings:notificationsHint')}>
          <LinkButton href="/settings/notifications">{t('settings:change')}</LinkButton>
        </SettingRow>
        {hasDiscord && (
          <SettingRow
            icon="external-link"
            title="Discord"
            hint={t(hasPassword ? 'settings:discordConnected' : 'settings:discordAlone')}
          >
            {hasPassword && <LinkButton href="/settings/discord">{t('settings:disconnect')}</LinkButton>}
          </SettingRow>
        )}
        {view.membership && (
          <SettingRow
            icon="user"
            title={t('settings:membership')}
            tag={
              view.membership.until && (
                <span className="tag bg-gain-deep text-gain">{t('settings:member')}</span>
              )
            }
            hint={
              view.membership.until
                ? t('settings:membershipUntil', { date: view.membership.until })
                : t('settings:membershipNone')
            }
          >
            <LinkButton href={view.membership.href}>{t('settings:membershipRefresh')}</LinkButton>
          </SettingRow>
        )}
      </SettingRows>
    </Section>
  );
}

/** The controls of the section, which are islands. */
export type DisplayProps = Record<'creative' | 'profits' | 'zoom', ReactNode>;

export function DisplaySection({ creative, profits, zoom }: DisplayProps) {
  const t = useT();
  return (
    <Section id="display" title={t('settings:display')} hint={t('settings:displayHint')}>
      <SettingRows
        foot={
          <noscript>
            <p className="p-4 text-size-small text-paper-2">{t('settings:noScript')}</p>
          </noscript>
        }
      >
        <SettingRow icon="chart-candlestick" title={t('settings:creative')} hint={t('settings:creativeHint')}>
          {creative}
        </SettingRow>
        <SettingRow icon="eye-off" title={t('settings:profits')} hint={t('settings:profitsHint')}>
          {profits}
        </SettingRow>
        <SettingRow icon="search" title={t('settings:zoom')} hint={t('settings:zoomHint')}>
          {zoom}
        </SettingRow>
        <SettingRow icon="languages" title={t('settings:language')}>
          <LanguageSwitch next="/settings" />
        </SettingRow>
      </SettingRows>
    </Section>
  );
}

export function PageSection({ readers }: { readers: PageReaders }) {
  const { t, user } = usePage();
  return (
    <Section id="page" title={t('page:setting')} hint={t('page:settingHint')}>
      <form
        className="card flex flex-wrap items-center gap-x-6 gap-y-3 p-4"
        method="post"
        action="/api/user/page"
      >
        <fieldset className="grid flex-1 gap-3">
          <legend className="sr-only">{t('page:readers')}</legend>
          {PAGE_READERS.map((each) => (
            <label key={each} className="flex min-h-6 items-center gap-3">
              <input type="radio" name="readers" value={each} defaultChecked={each === readers} />
              {t(`page:${each}`)}
            </label>
          ))}
        </fieldset>
        {user && !user.isAdmin && (
          <LinkButton href={traderPageHref(user.username)}>{t('page:view')}</LinkButton>
        )}
        <Submit>{t('page:save')}</Submit>
      </form>
    </Section>
  );
}

export function DataSection() {
  const t = useT();
  return (
    <Section id="data" title={t('settings:data')} hint={t('settings:dataHint')}>
      <SettingRows>
        <SettingRow icon="download" title={t('safety:dataTitle')} hint={t('settings:downloadHint')}>
          <LinkButton href="/settings/data">{t('safety:dataButton')}</LinkButton>
        </SettingRow>
      </SettingRows>
      <div className="card flex flex-wrap items-center gap-4 border-loss-rim p-4">
        <div className="min-w-45 flex-1">
          <h3 className="text-size-body font-600">{t('safety:deleteTitle')}</h3>
          <p className="text-size-small text-paper-2">{t('settings:deleteHint')}</p>
        </div>
        <LinkButton look="danger" href="/settings/delete">
          {t('settings:delete')}
        </LinkButton>
      </div>
    </Section>
  );
}
