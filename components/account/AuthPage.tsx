import { useT } from '#framework/page.tsx';
import { BrandMark } from '../art/BrandMark.tsx';
import { Shape } from '../art/Shape.tsx';
import { Field } from '../ui/Field.tsx';
import { DiscordGlyph } from './DiscordGlyph.tsx';

export type AuthTab = 'login' | 'register';

type Props = {
  tab: AuthTab;
  /** Same-site path to go to afterwards, null for home. */
  next: string | null;
  /** What was typed before a refusal. */
  username: string;
  /** Whether Discord's keys are set. */
  discord: boolean;
};

// large, so the lines are drawn thin
const SHAPE = 'absolute [stroke-width:.8px]';

/** /auth: a form and three shapes, complete without scripts. */
export function AuthPage({ tab, next, username, discord }: Props) {
  const t = useT();
  const isLogin = tab === 'login';
  return (
    <div className="grid min-h-dvh lg:grid-cols-[32.5rem_1fr]">
      <div className="flex flex-col justify-between gap-10 border-line-1 p-6 sm:p-16 sm:pt-8 sm:pb-8 lg:border-e">
        <a className="flex w-fit items-center gap-3 text-h2 font-600" href="/auth">
          <BrandMark className="h-8 w-8" />
          Paperpit
        </a>
        <div>
          <h1 className="text-welcome">{t(isLogin ? 'auth:welcome' : 'auth:join')}</h1>
          <nav className="mt-6 flex gap-6 border-b border-line-1" aria-label={t('auth:tabs')}>
            <Tab tab="login" current={tab} next={next} label={t('auth:login')} />
            <Tab tab="register" current={tab} next={next} label={t('auth:register')} />
          </nav>
          <form className="mt-6 grid gap-5" method="post" action={isLogin ? '/api/login' : '/api/register'}>
            {next && <input type="hidden" name="next" value={next} />}
            <Field
              name="username"
              label={t('auth:username')}
              hint={!isLogin && t('auth:usernameRule')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              required
              defaultValue={username}
            />
            <Field
              name="password"
              type="password"
              label={t('auth:password')}
              hint={!isLogin && t('auth:passwordRule')}
              autoComplete={isLogin ? 'current-password' : 'new-password'}
              minLength={isLogin ? undefined : 8}
              maxLength={512}
              required
            />
            <button type="submit" className="btn btn-primary min-h-11 w-full">
              {t(isLogin ? 'auth:login' : 'auth:register')}
            </button>
          </form>
          {discord && (
            <>
              <p className="my-5 flex items-center gap-3 text-size-small text-paper-3">
                <span className="h-px flex-1 bg-line-1" />
                {t('auth:or')}
                <span className="h-px flex-1 bg-line-1" />
              </p>
              <a
                className="btn btn-secondary min-h-11 w-full"
                href={`/auth/discord${next ? `?next=${encodeURIComponent(next)}` : ''}`}
              >
                <DiscordGlyph />
                {t('auth:discord')}
              </a>
            </>
          )}
        </div>
        <p className="text-size-caption text-paper-3">{t('auth:note')}</p>
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

type TabProps = { tab: AuthTab; current: AuthTab; next: string | null; label: string };

function Tab({ tab, current, next, label }: TabProps) {
  const query = new URLSearchParams({ ...(tab === 'register' && { tab }), ...(next && { next }) }).toString();
  const on = tab === current;
  return (
    <a
      href={`/auth${query ? `?${query}` : ''}`}
      aria-current={on ? 'page' : undefined}
      className={`-mb-px border-b-2 pb-2 font-500 ${on ? 'border-paper text-paper' : 'border-transparent text-paper-3'}`}
    >
      {label}
    </a>
  );
}
