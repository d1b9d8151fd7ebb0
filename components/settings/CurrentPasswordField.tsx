import { Field } from '../ui/Field.tsx';

/** The password somebody has now. */
export function CurrentPasswordField({ name, label }: { name: string; label: string }) {
  return (
    <Field
      name={name}
      type="password"
      label={label}
      autoComplete="current-password"
      maxLength={512}
      required
    />
  );
}
