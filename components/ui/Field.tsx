import type { InputHTMLAttributes, ReactNode } from 'react';
import { Icon } from './Icon.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  name: string;
  label: ReactNode;
  /** Why the value was refused; shown below the input. */
  issue?: string;
  /** A rule, shown while there is no issue. */
  hint?: ReactNode;
};

/** A labelled input with its hint and its issue. */
export function Field({ label, issue, hint, id, ...input }: Props) {
  const key = id ?? input.name;
  const about = [hint && `hint-${key}`, issue && `issue-${key}`].filter(Boolean).join(' ');
  return (
    <div>
      <label className="label" htmlFor={key}>
        {label}
      </label>
      <input
        {...input}
        id={key}
        // left-to-right values are aligned with the form's start edge
        className={input.dir === 'ltr' ? 'input w-full rtl:text-end' : 'input w-full'}
        aria-invalid={issue ? true : undefined}
        aria-describedby={about || undefined}
      />
      {hint && (
        <p id={`hint-${key}`} className="mt-1 text-caption text-paper-3">
          {hint}
        </p>
      )}
      {issue && <FieldIssue id={`issue-${key}`}>{issue}</FieldIssue>}
    </div>
  );
}

/** A field for a username or another name that is typed letter by letter. */
export function NameField({ maxLength = 64, ...props }: Props) {
  return <Field {...props} autoCapitalize="none" spellCheck={false} maxLength={maxLength} required />;
}

/** The issue of a field. */
export function FieldIssue({ id, children }: { id: string; children: string }) {
  const lang = /\p{Script=Hebrew}/u.test(children) ? 'he' : 'en';
  return (
    <p id={id} className="mt-1 flex items-center gap-2 text-size-small text-loss">
      <Icon name="circle-alert" />
      <bdi lang={lang}>{children}</bdi>
    </p>
  );
}
