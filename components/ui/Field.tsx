import type { InputHTMLAttributes, ReactNode } from 'react';
import { Icon } from './Icon.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  name: string;
  label: ReactNode;
  /** What is wrong with the value, under the input. */
  issue?: string;
  /** A rule shown before anything is wrong. */
  hint?: ReactNode;
};

/** A labelled input with its hint and its complaint. */
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
        // what is written from left to right still begins at the form's start edge
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

/** A complaint about a field. The contact form's are English on its Hebrew page too. */
export function FieldIssue({ id, children }: { id: string; children: string }) {
  const lang = /\p{Script=Hebrew}/u.test(children) ? 'he' : 'en';
  return (
    <p id={id} className="mt-1 flex items-center gap-2 text-size-small text-loss">
      <Icon name="circle-alert" />
      <bdi lang={lang}>{children}</bdi>
    </p>
  );
}
