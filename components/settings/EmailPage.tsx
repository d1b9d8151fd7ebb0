import { useT } from '#framework/page.tsx';
import { Sheet } from '../recovery/Sheet.tsx';
import { Field } from '../ui/Field.tsx';

type Props = { /** Confirmed. */ email: string | null; typed: string; issue: string | undefined };

/** /settings/email */
export function EmailPage({ email, typed, issue }: Props) {
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
        <button type="submit" className="btn btn-primary">
          {t('safety:emailSend')}
        </button>
      </form>
      {email !== null && (
        <form
          className="card flex flex-wrap items-center justify-between gap-4 p-4"
          method="post"
          action="/api/email/remove"
        >
          <bdi className="min-w-0 break-words">{email}</bdi>
          <button type="submit" className="btn btn-secondary">
            {t('safety:emailRemove')}
          </button>
        </form>
      )}
    </Sheet>
  );
}
