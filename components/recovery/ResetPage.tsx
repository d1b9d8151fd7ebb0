import { useT } from '#framework/page.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { Sheet } from './Sheet.tsx';

/** /auth/reset: a new password by a mailed link. @param props.token null: the link does not work (any more) */
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
        <button type="submit" className="btn btn-primary">
          {t('safety:setPassword')}
        </button>
      </form>
    </Sheet>
  );
}
