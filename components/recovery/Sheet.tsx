import type { ReactNode } from 'react';

type Props = {
  title: string;
  lead: string /** Where the way back leads, and what it is called. */;
  back: { href: string; label: string };
  children?: ReactNode;
};

/** A page of one matter: what it is about, its forms, and the way back. */
export function Sheet({ title, lead, back, children }: Props) {
  return (
    <div className="mx-auto grid w-full max-w-120 gap-6">
      <div>
        <h1 className="text-h1">{title}</h1>
        <p className="mt-2 text-paper-2">{lead}</p>
      </div>
      {children}
      <a className="w-fit text-paper-2 underline underline-offset-4 hover:text-paper" href={back.href}>
        {back.label}
      </a>
    </div>
  );
}
