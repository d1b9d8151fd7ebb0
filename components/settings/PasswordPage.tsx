import { usePage } from '#framework/page.tsx';
import { NewPasswordField } from '../recovery/NewPasswordField.tsx';
import { Sheet } from '../recovery/Sheet.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

/** /settings/password. @param props.hasPassword false for an account that signs in with Discord alone */
export function PasswordPage({ hasPassword, issue }: { hasPassword: boolean; issue: string | undefined }) {
  const { t, user } = usePage();
  return (
    <Sheet
      title={t(hasPassword ? 'safety:passwordTitle' : 'safety:setFirst')}
      lead={t('safety:passwordLead')}
    >
      <form className="card grid gap-4 p-4" method="post" action="/api/password">
        {/* tells a password manager whose it is */}
        <input type="hidden" name="username" autoComplete="username" value={user?.username} />
        {hasPassword && <CurrentPasswordField name="currentPassword" label={t('safety:currentPassword')} />}
        <NewPasswordField issue={issue} />
        <button type="submit" className="btn btn-primary">
          {t('safety:setPassword')}
        </button>
      </form>
    </Sheet>
  );
}
