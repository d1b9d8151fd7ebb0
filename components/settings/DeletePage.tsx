import { Trans } from 'react-i18next';
import { usePage } from '#framework/page.tsx';
import { Sheet } from '../recovery/Sheet.tsx';
import { Field } from '../ui/Field.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

type Props = { hasPassword: boolean; typed: string; issue: string | undefined };

/** /settings/delete */
export function DeletePage({ hasPassword, typed, issue }: Props) {
  const { t, user } = usePage();
  return (
    <Sheet title={t('safety:deleteTitle')} lead={t('safety:deleteLead')}>
      <form className="card grid gap-4 border-loss-rim p-4" method="post" action="/api/account/delete">
        <Field
          name="username"
          label={
            <Trans
              i18nKey="safety:deleteName"
              values={{ username: user?.username }}
              components={{ name: <bdi className="inline-block max-w-full [overflow-wrap:anywhere]" /> }}
            />
          }
          issue={issue}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          required
          defaultValue={typed}
        />
        {hasPassword && <CurrentPasswordField name="password" label={t('auth:password')} />}
        <button type="submit" className="btn btn-danger">
          {t('safety:deleteButton')}
        </button>
      </form>
    </Sheet>
  );
}
