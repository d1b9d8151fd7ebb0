import { usePage } from '#framework/page.tsx';
import { Sheet } from './Sheet.tsx';

/** /auth/confirm-email: mail programs open links by themselves, so a press confirms. @param props.token null: it is over */
export function ConfirmEmailPage({ token }: { token: string | null }) {
  const { t } = usePage();
  return (
    <Sheet
      title={t('safety:confirmTitle')}
      lead={t(token === null ? 'safety:linkOver' : 'safety:confirmLead')}
      back={{ href: '/settings', label: t('safety:back') }}
    >
      {token !== null && (
        <form method="post" action="/api/email/confirm">
          <input type="hidden" name="token" value={token} />
          <button type="submit" className="btn btn-primary">
            {t('safety:confirmButton')}
          </button>
        </form>
      )}
    </Sheet>
  );
}
