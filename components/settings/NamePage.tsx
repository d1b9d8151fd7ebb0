import { useT } from '#framework/page.tsx';
import { Sheet } from '../recovery/Sheet.tsx';
import { Field } from '../ui/Field.tsx';

type Props = {
  /** When it may be changed again, as the reader writes it; null: now. */
  next: string | null;
  typed: string;
  issue: string | undefined;
};

/** /settings/name */
export function NamePage({ next, typed, issue }: Props) {
  const t = useT();
  return (
    <Sheet title={t('safety:nameTitle')} lead={t('safety:nameLead')}>
      {next ? (
        <p>{t('safety:nameSoon', { date: next })}</p>
      ) : (
        <form className="card grid gap-4 p-4" method="post" action="/api/account/username">
          <Field
            name="username"
            label={t('safety:nameField')}
            hint={t('auth:usernameRule')}
            issue={issue}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            required
            defaultValue={typed}
          />
          <button type="submit" className="btn btn-primary">
            {t('safety:nameButton')}
          </button>
        </form>
      )}
    </Sheet>
  );
}
