import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';
import type { IconName } from '../ui/Icon.tsx';
import { Icon } from '../ui/Icon.tsx';

type SectionProps = { id: string; title: string; hint: ReactNode; children: ReactNode };

/** What a part of the settings is about, beside its rows. */
export function Section({ id, title, hint, children }: SectionProps) {
  const t = useT();
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-8 gap-y-4 border-line-1 py-7 [&+&]:border-t lg:grid-cols-[14.5rem_1fr]"
    >
      <div>
        <a className="settings-back" href="#list">
          {t('settings:title')}
        </a>
        <h2 id={`${id}-title`} className="text-h3">
          {title}
        </h2>
        <p className="mt-1 max-w-90 break-words text-size-small text-paper-2">{hint}</p>
      </div>
      <div className="grid min-w-0 gap-4">{children}</div>
    </section>
  );
}

type RowsProps = {
  /** What stands over the rows, and below them. */
  head?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
};

/** Rows of one card. */
export function SettingRows({ head, foot, children }: RowsProps) {
  return (
    <div className="card overflow-hidden">
      {head}
      <ul className="[&>li+li]:border-t [&>li]:border-line-1">{children}</ul>
      {foot}
    </div>
  );
}

type RowProps = {
  icon: IconName;
  title: ReactNode;
  /** A word about its state. */
  tag?: ReactNode;
  hint?: ReactNode;
  /** What can be done, at the row's end. */
  children?: ReactNode;
};

export function SettingRow({ icon, title, tag, hint, children }: RowProps) {
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <Icon name={icon} className="h-5 w-5 shrink-0 text-paper-2" />
      <div className="min-w-45 flex-1">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-size-body font-600">
          {title}
          {tag}
        </h3>
        {hint && <p className="break-words text-size-small text-paper-2">{hint}</p>}
      </div>
      {children}
    </li>
  );
}
