import type { HTMLAttributes, ReactNode } from 'react';

type Props = Omit<HTMLAttributes<HTMLElement>, 'title'> & {
  /** Id of the heading, unique on the page. With an id the heading is the accessible name of the section. */
  id?: string;
  title: ReactNode;
  head?: string;
};

/** A section with its heading. */
export function TitledSection({ id, title, head = 'text-h3', children, ...section }: Props) {
  return (
    <section aria-labelledby={id} {...section}>
      <h2 id={id} className={head}>
        {title}
      </h2>
      {children}
    </section>
  );
}
