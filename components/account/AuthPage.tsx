import type { ReactNode } from 'react';
import { addressOf } from '#core/contract/address.ts';
import { usePage, useT } from '#framework/page.tsx';
import { localHref } from '../layout/local-href.ts';
import { LEGAL_PAGES } from '../site/LegalPage.tsx';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { Field, NameField } from '../ui/Field.tsx';
import { HiddenFields } from '../ui/HiddenFields.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx';
import { Shape } from '../ui/Mark.tsx';
import { EntranceBrand } from './EntranceBrand.tsx';

type AuthTab = 'login' | 'register';

type Props = {
  tab: AuthTab;
  /** True for a guest: the form turns the guest account into a lasting one instead of creating another. */
  isGuest: boolean;
  /** Path on this site to go to afterwards; null for home. */
  next: string | null;
  join: string | null;
  /** Distinguishes this form: sent again after a lost response, it signs in to the account that it has made. */
  intent: string;
  username: string;
  email: string;
  issues: Readonly<Record<string, string>>;
  /** False for a browser without cookies, where a login cannot last. */
  hasCookies: boolean;
  discord: boolean;
  isMailOn: boolean;
};

// thin lines, as the shapes are enlarged
const SHAPE = 'absolute [stroke-width:.8px]';

/**
 * /auth: the form to sign in or to register, beside three shapes. `around` adds the behaviour SignUp to the
 * registration form.
 */
export function AuthPage({ around, ...props }: Props & { around: (form: ReactNode) => ReactNode }) {
  const { tab, isGuest, next, join, discord } = props;
  const { t, locale } = usePage();
  const isLogin = tab === 'login';
  return (
    <div className="grid min-h-dvh lg:grid-cols-[32.5rem_1fr]">
      <div className="flex flex-col justify-between gap-10 border-line-1 p-6 sm:p-16 sm:pt-8 sm:pb-8 lg:border-e">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <EntranceBrand />
          <LanguageSwitch next={authHref(tab, next, join)} />
        </div>
        <div>
          <h1 className="text-welcome">
            {t(isLogin ? 'auth:welcome' : isGuest ? 'auth:keep' : 'auth:join')}
          </h1>
          <nav className="mt-6 flex gap-6 border-b border-line-1" aria-label={t('auth:tabs')}>
            <Tab tab="login" current={tab} next={next} join={join} label={t('auth:login')} />
            <Tab
              tab="register"
              current={tab}
              next={next}
              join={join}
              label={t(isGuest ? 'auth:keepTab' : 'auth:register')}
            />
          </nav>
          {isGuest && (
            <p className="mt-6 text-paper-2" role={isLogin ? 'note' : undefined}>
              {t(isLogin ? 'errors:GUEST_WOULD_END' : 'auth:keepText')}
            </p>
          )}
          {isLogin ? <Form {...props} /> : around(<Form {...props} />)}
          {isLogin && (
            <a
              className="mt-4 inline-flex min-h-6 items-center text-size-small text-paper-2 underline hover:text-paper coarse:min-h-11"
              href="/auth/forgot"
            >
              {t('safety:forgotLink')}
            </a>
          )}
          {discord && (
            <>
              <p className="my-5 flex items-center gap-3 text-size-small text-paper-3">
                <span className="h-px flex-1 bg-line-1" />
                {t('auth:or')}
                <span className="h-px flex-1 bg-line-1" />
              </p>
              <DiscordLink next={next} join={join} endsGuest={isGuest && isLogin} />
            </>
          )}
        </div>
        <footer className="grid gap-3 text-size-caption text-paper-3">
          <nav aria-label={t('auth:more')}>
            <ul className="flex flex-wrap gap-x-5 gap-y-2">
              <More href={localHref('/pricing', { user: null, locale })} label={t('nav:pricing')} />
              <More href="/public-contact" label={t('pricing:contact')} />
              {LEGAL_PAGES.map((name) => (
                <More
                  key={name}
                  href={localHref(`/${name}`, { user: null, locale })}
                  label={t(`legal:${name}.title`)}
                />
              ))}
            </ul>
          </nav>
          <p>{t('auth:note')}</p>
        </footer>
      </div>
      <div className="relative hidden overflow-hidden bg-ink-0 lg:block">
        <div aria-hidden="true">
          <Shape kind="square" className={`${SHAPE} -start-28 -top-44 h-140 w-140`} />
          <Shape kind="triangle" className={`${SHAPE} -end-24 -top-6 h-140 w-140`} />
          <Shape kind="circle" className={`${SHAPE} -start-10 -bottom-8 h-117.5 w-117.5 -rotate-18`} />
        </div>
        <p className="absolute end-14 bottom-14 text-end text-hero">
          {t('auth:slogan1')}
          <br />
          {t('auth:slogan2')}
        </p>
      </div>
    </div>
  );
}

function Form({ tab, isGuest, next, join, intent, username, email, issues, isMailOn, hasCookies }: Props) {
  const t = useT();
  const isLogin = tab === 'login';
  return (
    <form
      className="mt-6 grid gap-5"
      data-region={isLogin ? undefined : 'sign-up'}
      method="post"
      action={isLogin ? '/api/login' : '/api/register'}
      // the server, not the browser, reports the issues of a new account: all at once, in the site's words
      noValidate={!isLogin}
    >
      <HiddenFields fields={isLogin ? { next, endsGuest: isGuest && 1 } : { next, join, intent }} />
      {!isLogin && (
        <p className="toast toast-bad !w-full" role="alert" data-late hidden>
          {t('auth:late')}
        </p>
      )}
      {!hasCookies && (
        <p className="toast toast-bad !w-full" role="alert">
          <Icon name="octagon-alert" className="h-5 w-5 text-loss" />
          {t('auth:cookies')}
        </p>
      )}
      <NameField
        name="username"
        label={t('auth:username')}
        issue={issues.username}
        hint={!isLogin && `${t('auth:usernameRule')} ${t('settings:accountHint')}`}
        autoComplete="username"
        defaultValue={username}
      />
      <Field
        name="password"
        type="password"
        label={t('auth:password')}
        issue={issues.password}
        hint={!isLogin && t('auth:passwordRule')}
        autoComplete={isLogin ? 'current-password' : 'new-password'}
        minLength={isLogin ? undefined : 8}
        maxLength={512}
        required
      />
      {!isLogin && (
        <button type="button" className="auth-reveal" data-reveal aria-controls="password">
          {t('auth:show')}
        </button>
      )}
      {!isLogin && isMailOn && (
        <Field
          name="email"
          type="email"
          label={t('safety:signUpEmail')}
          issue={issues.email}
          hint={t('safety:signUpHint')}
          autoComplete="email"
          dir="ltr"
          maxLength={254}
          defaultValue={email}
        />
      )}
      <Submit className="min-h-11 w-full">
        {t(
          isLogin
            ? isGuest
              ? 'auth:loginInstead'
              : 'auth:login'
            : isGuest
              ? 'auth:keepTab'
              : 'auth:register',
        )}
      </Submit>
    </form>
  );
}

function More({ href, label }: { href: string; label: string }) {
  return (
    <li>
      <a className="inline-flex min-h-6 items-center underline hover:text-paper coarse:min-h-11" href={href}>
        {label}
      </a>
    </li>
  );
}

/**
 * Returns the address of a tab of the sign-in page.
 * @param next path on this site to go to afterwards; null for home
 * @param join the code of the join link that the reader followed
 */
export function authHref(tab: AuthTab, next: string | null, join: string | null = null): string {
  return addressOf('/auth', { tab: tab === 'register' && tab, next, join });
}

type TabProps = { tab: AuthTab; current: AuthTab; next: string | null; join: string | null; label: string };

function Tab({ tab, current, next, join, label }: TabProps) {
  const isCurrent = tab === current;
  return (
    <a
      href={authHref(tab, next, join)}
      aria-current={isCurrent ? 'page' : undefined}
      className={`-mb-px border-b-2 pb-2 font-500 ${isCurrent ? 'border-paper text-paper' : 'border-transparent text-paper-3'}`}
    >
      {label}
    </a>
  );
}

export function DiscordLink({
  next,
  join,
  endsGuest = false,
}: Pick<Props, 'next' | 'join'> & {
  /** True when a guest who follows the link agrees that the guest account ends. */ endsGuest?: boolean;
}) {
  const t = useT();
  const href = addressOf('/auth/discord', { next, join, 'ends-guest': endsGuest && 1 });
  return (
    <LinkButton className="min-h-11 w-full" href={href}>
      <DiscordGlyph />
      {t('auth:discord')}
    </LinkButton>
  );
}

/** Discord's mark in its blurple, lightened until it is readable on a dark background. */
function DiscordGlyph() {
  return (
    <svg viewBox="0 0 24 18" width="18" height="14" fill="var(--discord)" aria-hidden="true">
      <path d="M20.3 1.5A19.6 19.6 0 0 0 15.4 0l-.6 1.3a18 18 0 0 0-5.5 0L8.6 0a19.6 19.6 0 0 0-5 1.5C.6 6-.3 10.5.1 14.9A20 20 0 0 0 6.2 18l1.3-2.1a12.6 12.6 0 0 1-2-1l.5-.4a14 14 0 0 0 12 0l.5.4a12.6 12.6 0 0 1-2 1l1.3 2.1a20 20 0 0 0 6.1-3.1c.5-5.1-.9-9.6-3.6-13.4ZM8 12.2c-1.2 0-2.2-1.1-2.2-2.4S6.8 7.4 8 7.4s2.2 1.1 2.2 2.4-1 2.4-2.2 2.4Zm8 0c-1.2 0-2.2-1.1-2.2-2.4s1-2.4 2.2-2.4 2.2 1.1 2.2 2.4-1 2.4-2.2 2.4Z" />
    </svg>
  );
}
