import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';
import { Field } from '../ui/Field.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { Sheet } from './Sheet.tsx';

type Values = Readonly<Record<string, string>>;
type Props = {
  isMailOn: boolean;
  /** What was typed before a refusal, and what is wrong with it, by field. */
  typed: Values;
  issues: Values;
};

/** /auth/forgot: the ways back without the password. */
export function ForgotPage({ isMailOn, typed, issues }: Props) {
  const t = useT();
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
          <Field
            name="account"
            label={t('safety:accountField')}
            issue={issues.account}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            required
            defaultValue={typed.account ?? ''}
          />
        </Way>
      )}
      <Way
        title={t('safety:byCode')}
        hint={t('safety:byCodeHint')}
        action="/api/recover"
        send={t('safety:setPassword')}
      >
        <Field
          name="username"
          label={t('auth:username')}
          issue={issues.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          required
          defaultValue={typed.username ?? ''}
        />
        <Field
          name="code"
          label={t('safety:codeField')}
          issue={issues.code}
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
    <section className="card p-4">
      <h2 className="text-h3">{title}</h2>
      <p className="mt-1 text-size-small text-paper-2">{hint}</p>
      <form className="mt-4 grid gap-4" method="post" action={action}>
        {children}
        <button type="submit" className="btn btn-primary">
          {send}
        </button>
      </form>
    </section>
  );
}
