import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';
import { Field } from '../ui/Field.tsx';

type Props = {
  title: string;
  lead: string;
  /** The link below the content; absent: a link to the settings. */
  back?: { href: string; label: string };
  children?: ReactNode;
};

export function Sheet({ title, lead, back, children }: Props) {
  const t = useT();
  const { href, label } = back ?? { href: '/settings', label: t('safety:back') };
  return (
    <div className="mx-auto grid w-full max-w-120 gap-6">
      <div>
        <h1 className="text-h1">{title}</h1>
        <p className="mt-2 text-paper-2">{lead}</p>
      </div>
      {children}
      <a className="w-fit text-paper-2 underline underline-offset-4 hover:text-paper" href={href}>
        {label}
      </a>
    </div>
  );
}

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
