import { useT } from '#framework/page.tsx';
import { Field } from '../ui/Field.tsx';

/** The password somebody chooses. */
export function NewPasswordField({ issue }: { issue: string | undefined }) {
  const t = useT();
  return (
    <Field
      name="password"
      type="password"
      label={t('safety:newPassword')}
      hint={t('auth:passwordRule')}
      issue={issue}
      autoComplete="new-password"
      minLength={8}
      maxLength={512}
      required
    />
  );
}
