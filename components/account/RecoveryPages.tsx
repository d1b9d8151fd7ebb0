import type { ReactNode } from 'react';
import { usePage, useT } from '#framework/page.tsx';
import { PostButton, Submit } from '../ui/Button.tsx';
import { Field, fieldOf, NameField } from '../ui/Field.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { NewPasswordField, Sheet } from './Sheet.tsx';

type Values = Readonly<Record<string, string>>;
type Props = {
  isMailOn: boolean;
  typed: Values;
  issues: Values;
};

/** /auth/forgot: recovery of an account by mail or by code. */
export function ForgotPage({ isMailOn, typed, issues }: Props) {
  const t = useT();
  const field = fieldOf({ values: typed, issues });
  return (
    <Sheet
      title={t('safety:forgotTitle')}
      lead={t('safety:forgotLead')}
      back={{ href: '/auth', label: t('safety:backToLogin') }}
    >
      {isMailOn && (
        <Way
          title={t('safety:byMail')}
          hint={t('safety:byMailHint')}
          action="/api/forgot"
          send={t('safety:sendLink')}
        >
          <NameField
            {...field('account')}
            label={t('safety:accountField')}
            autoComplete="username"
            maxLength={254}
          />
        </Way>
      )}
      <Way
        title={t('safety:byCode')}
        hint={t('safety:byCodeHint')}
        action="/api/recover"
        send={t('safety:setPassword')}
      >
        <NameField {...field('username')} label={t('auth:username')} autoComplete="username" />
        <Field
          {...field('code')}
          label={t('safety:codeField')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          maxLength={40}
          required
        />
        <NewPasswordField issue={issues.password} />
      </Way>
    </Sheet>
  );
}

type WayProps = { title: string; hint: string; action: string; send: string; children: ReactNode };

function Way({ title, hint, action, send, children }: WayProps) {
  return (
    <TitledSection title={title} className="card p-4">
      <p className="mt-1 text-size-small text-paper-2">{hint}</p>
      <form className="mt-4 grid gap-4" method="post" action={action}>
        {children}
        <Submit>{send}</Submit>
      </form>
    </TitledSection>
  );
}

/** /auth/reset: sets a new password by a mailed link. @param props.token null for an invalid or expired link */
export function ResetPage({ token, issue }: { token: string | null; issue: string | undefined }) {
  const t = useT();
  if (token === null) {
    const back = { href: '/auth/forgot', label: t('safety:askAgain') };
    return <Sheet title={t('safety:resetTitle')} lead={t('safety:linkOver')} back={back} />;
  }
  const back = { href: '/auth', label: t('safety:backToLogin') };
  return (
    <Sheet title={t('safety:resetTitle')} lead={t('safety:resetLead')} back={back}>
      <form className="card grid gap-4 p-4" method="post" action="/api/reset-password">
        <input type="hidden" name="token" value={token} />
        <NewPasswordField issue={issue} />
        <Submit>{t('safety:setPassword')}</Submit>
      </form>
    </Sheet>
  );
}

/**
 * /auth/confirm-email: a button confirms the address, because mail programs open links by themselves.
 * @param props.token null for an invalid or expired link
 */
export function ConfirmEmailPage({ token }: { token: string | null }) {
  const { t } = usePage();
  return (
    <Sheet
      title={t('safety:confirmTitle')}
      lead={t(token === null ? 'safety:linkOver' : 'safety:confirmLead')}
      back={{ href: '/settings', label: t('safety:back') }}
    >
      {token !== null && (
        <PostButton action="/api/email/confirm" fields={{ token }}>
          {t('safety:confirmButton')}
        </PostButton>
      )}
    </Sheet>
  );
}
