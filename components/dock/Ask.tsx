import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';

type Props = {
  /** The label that opens it. */
  label: ReactNode;
  /** The name for screen readers, where the label alone says too little. */
  name?: string;
  look?: string;
  isOpen?: boolean;
  children: ReactNode;
};

/** A question or a field in place of its row. Opening it and giving it up take no script. */
export function Ask({ label, name, look = 'btn btn-secondary btn-small', isOpen, children }: Props) {
  const t = useT();
  return (
    <details className="dock-ask" open={isOpen}>
      <summary className={look}>
        <span className="dock-asks">
          {name && <span className="sr-only">{name} </span>}
          {label}
        </span>
        <span className="dock-keeps">{t('dock:keep')}</span>
      </summary>
      <div className="dock-answer">{children}</div>
    </details>
  );
}
