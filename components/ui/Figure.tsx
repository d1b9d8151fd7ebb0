import type { ReactNode } from 'react';

type Props = { label: string; hint?: ReactNode; children: ReactNode };

/** One figure of a `<dl>` of cards: what it is, how much, and what that means. */
export function Figure({ label, hint, children }: Props) {
  return (
    <div className="card p-4 lt-tiny:p-3">
      <dt className="text-caption text-paper-3">{label}</dt>
      <dd className="mt-2 flex items-center text-stat lt-tiny:text-size-figure">{children}</dd>
      {hint !== undefined && <dd className="mt-1 text-caption text-paper-3">{hint}</dd>}
    </div>
  );
}
