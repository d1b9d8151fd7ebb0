import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { HiddenFields, type HiddenValues } from './HiddenFields.tsx';

const LOOKS = {
  primary: 'btn btn-primary',
  secondary: 'btn btn-secondary',
  ghost: 'btn btn-ghost',
  danger: 'btn btn-danger',
} as const;

/** `className` is added to the classes of the look. */
type Looks = { look?: keyof typeof LOOKS; className?: string };

const classOf = (look: keyof typeof LOOKS, className?: string) =>
  className ? `${LOOKS[look]} ${className}` : LOOKS[look];

type SubmitProps = Looks & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'>;

export function Submit({ look = 'primary', className, children, ...button }: SubmitProps) {
  return (
    <button type="submit" className={classOf(look, className)} {...button}>
      {children}
    </button>
  );
}

export function LinkButton({
  look = 'secondary',
  className,
  children,
  ...link
}: Looks & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a className={classOf(look, className)} {...link}>
      {children}
    </a>
  );
}

type PostProps = SubmitProps & {
  action: string;
  fields?: HiddenValues;
  /** Classes of the form, for its position. */
  place?: string;
};

export function PostButton({ action, fields = {}, place, ...button }: PostProps) {
  return (
    <form method="post" action={action} className={place}>
      <HiddenFields fields={fields} />
      <Submit {...button} />
    </form>
  );
}
