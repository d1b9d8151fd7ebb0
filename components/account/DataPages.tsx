import { Trans } from 'react-i18next';
import { usePage, useT } from '#framework/page.tsx';
import { PostButton, Submit } from '../ui/Button.tsx';
import { Field, NameField } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { CurrentPasswordField, Sheet } from './Sheet.tsx';

type NamePageProps = {
  /** When the name may be changed again, formatted; null if now. */
  next: string | null;
  typed: string;
  issue: string | undefined;
};

export function NamePage({ next, typed, issue }: NamePageProps) {
  const t = useT();
  return (
    <Sheet title={t('safety:nameTitle')} lead={t('safety:nameLead')}>
      {next ? (
        <p>{t('safety:nameSoon', { date: next })}</p>
      ) : (
        <form className="card grid gap-4 p-4" method="post" action="/api/account/username">
          <NameField
            name="username"
            label={t('safety:nameField')}
            hint={t('auth:usernameRule')}
            issue={issue}
            autoComplete="off"
            defaultValue={typed}
          />
          <Submit>{t('safety:nameButton')}</Submit>
        </form>
      )}
    </Sheet>
  );
}

export function DataPage() {
  const t = useT();
  return (
    <Sheet title={t('safety:dataTitle')} lead={t('safety:dataLead')}>
      <PostButton action="/api/account/export">
        <Icon name="download" />
        {t('safety:dataButton')}
      </PostButton>
    </Sheet>
  );
}

type DeletePageProps = { hasPassword: boolean; typed: string; issue: string | undefined };

export function DeletePage({ hasPassword, typed, issue }: DeletePageProps) {
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
        <Submit look="danger">{t('safety:deleteButton')}</Submit>
      </form>
    </Sheet>
  );
}
