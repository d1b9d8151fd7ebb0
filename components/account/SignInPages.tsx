import { nameInSentence } from '#core/locale/sentence.ts';
import { usePage, useT } from '#framework/page.tsx';
import { RulesList, type RulesView } from '../season/SeasonRules.tsx';
import { type RulesFacts, SeasonFacts } from '../site/LegalPage.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { LinkButton, PostButton, Submit } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { authHref, DiscordLink } from './AuthPage.tsx';
import { CurrentPasswordField, NewPasswordField, Sheet } from './Sheet.tsx';

/** /settings/password: changes the password, or sets the first one of an account that signs in with Discord only. */
export function PasswordPage({ hasPassword, issue }: { hasPassword: boolean; issue: string | undefined }) {
  const { t, user } = usePage();
  return (
    <Sheet
      title={t(hasPassword ? 'safety:passwordTitle' : 'safety:setFirst')}
      lead={t('safety:passwordLead')}
    >
      <form className="card grid gap-4 p-4" method="post" action="/api/password">
        {/* tells a password manager which account the password belongs to */}
        <input type="hidden" name="username" autoComplete="username" value={user?.username} />
        {hasPassword && <CurrentPasswordField name="currentPassword" label={t('safety:currentPassword')} />}
        <NewPasswordField issue={issue} />
        <Submit>{t('safety:setPassword')}</Submit>
      </form>
    </Sheet>
  );
}

type ProvePageProps = {
  /** Path to go to afterwards. */
  next: string;
  /** Address to sign in with Discord again, for an account without a password; null for others. */
  discord: string | null;
};

/** /settings/prove: asks for the password again, or for another sign-in with Discord. */
export function ProvePage({ next, discord }: ProvePageProps) {
  const t = useT();
  return (
    <Sheet title={t('safety:proveTitle')} lead={t(discord ? 'safety:proveDiscord' : 'safety:proveLead')}>
      {discord ? (
        <LinkButton look="primary" className="w-fit" href={discord}>
          {t('auth:discord')}
        </LinkButton>
      ) : (
        <form className="card grid gap-4 p-4" method="post" action="/api/prove-password">
          <input type="hidden" name="next" value={next} />
          <CurrentPasswordField name="password" label={t('auth:password')} />
          <Submit>{t('safety:goOn')}</Submit>
        </form>
      )}
    </Sheet>
  );
}

type CodesPageProps = {
  /** Recovery codes that the previous request created. The page shows them only this once. Null without new codes. */
  codes: readonly string[] | null;
  /** True when new codes require the password. */
  needsPassword: boolean;
};

/** /settings/codes: recovery codes. */
export function CodesPage({ codes, needsPassword }: CodesPageProps) {
  const t = useT();
  return (
    <Sheet
      title={t(needsPassword ? 'safety:codesPassword' : 'safety:codesTitle')}
      lead={t(codes ? 'safety:codesOnce' : 'safety:codesLead')}
    >
      {codes ? (
        <CodeList codes={codes} />
      ) : (
        <form
          className={needsPassword ? 'card grid gap-4 p-4' : undefined}
          method="post"
          action="/api/recovery-codes"
        >
          {needsPassword && <CurrentPasswordField name="password" label={t('auth:password')} />}
          <Submit>{t('safety:codesMake')}</Submit>
        </form>
      )}
    </Sheet>
  );
}

export function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <ul dir="ltr" className="card grid gap-y-3 p-6">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}

export function DiscordPage() {
  const t = useT();
  return (
    <Sheet title={t('safety:discordTitle')} lead={t('safety:discordLead')}>
      <PostButton action="/api/discord/disconnect" look="danger">
        {t('settings:disconnect')}
      </PostButton>
    </Sheet>
  );
}

type EmailPageProps = {
  /** The confirmed address. */ email: string | null;
  typed: string;
  issue: string | undefined;
};

export function EmailPage({ email, typed, issue }: EmailPageProps) {
  const t = useT();
  return (
    <Sheet title={t('safety:emailTitle')} lead={t('safety:emailLead')}>
      <form className="card grid gap-4 p-4" method="post" action="/api/email">
        <Field
          name="email"
          type="email"
          label={t('safety:emailField')}
          issue={issue}
          autoComplete="email"
          dir="ltr"
          maxLength={254}
          required
          defaultValue={typed}
        />
        <Submit>{t('safety:emailSend')}</Submit>
      </form>
      {email !== null && (
        <form
          className="card flex flex-wrap items-center justify-between gap-4 p-4"
          method="post"
          action="/api/email/remove"
        >
          <bdi className="min-w-0 break-words">{email}</bdi>
          <Submit look="secondary">{t('safety:emailRemove')}</Submit>
        </form>
      )}
    </Sheet>
  );
}

type JoinProps = {
  code: string;
  discord: boolean;
  /** Null before the first season. */
  season: RulesFacts | null;
  rules: RulesView;
  /** The sentence for a new trader while entry is closed; null while it is open. */
  closed: string | null;
};

/** /join/CODE: the season, its rules, and the ways to register by the link. */
export function JoinPage({ code, discord, season, rules, closed }: JoinProps) {
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-160 gap-6">
      <div>
        <h1 className="text-h1">{t('join:title')}</h1>
        <p className="mt-2 text-paper-2">{t('join:lead')}</p>
        {closed && <p className="card mt-4 border-tkf p-4">{closed}</p>}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <LinkButton look="primary" className="min-h-11" href={authHref('register', null, code)}>
          {t('auth:register')}
        </LinkButton>
        {discord && <DiscordLink next={null} join={code} />}
      </div>
      <div>
        {season && <SeasonFacts {...season} />}
        <RulesList {...rules} />
      </div>
    </div>
  );
}

type NewcomerProps = {
  /** Path on this site to go to afterwards. */
  next: string;
  /** True when somebody has signed in from this browser before. */
  isSecond: boolean;
  discord: string;
  username: string;
};

/** /auth/newcomer: the question before a person from Discord becomes a trader. */
export function NewcomerPage({ next, isSecond, discord, username }: NewcomerProps) {
  const t = useT();
  const back = authHref('login', next === '/' ? null : next);
  return (
    <Sheet
      title={t(isSecond ? 'safety:newcomerSecondTitle' : 'safety:newcomerTitle')}
      lead={t(isSecond ? 'safety:newcomerSecondLead' : 'safety:newcomerLead')}
      back={{ href: back, label: t('safety:newcomerBack') }}
    >
      <form className="card grid gap-4 p-4" method="post" action="/api/discord/newcomer">
        <div className="flex items-center gap-3">
          <Avatar username={username} logoUrl={null} size={40} />
          <p className="min-w-0 break-words">
            <span className="block font-600">
              <bdi>{username}</bdi>
            </span>
            <span className="text-size-small text-paper-2">
              {t('safety:newcomerName', { discord: nameInSentence(discord) })}
            </span>
          </p>
        </div>
        <Submit className="min-h-11 h-auto whitespace-normal py-2">
          <span className="break-words">
            {t('safety:newcomerMake', { username: nameInSentence(username) })}
          </span>
        </Submit>
      </form>
    </Sheet>
  );
}
