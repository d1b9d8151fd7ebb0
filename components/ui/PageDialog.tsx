import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';
import { Icon } from './Icon.tsx';

type Props = {
  title: string;
  /** Where closing leads. */
  back: string;
  /** In place of the title; it must hold a heading with the id `dialog-title`. */
  header?: (close: ReactNode) => ReactNode;
  /** A field of its own has the focus first. */
  focusInside?: boolean;
  children: ReactNode;
};

/** A dialog that is a state of the page's address: it opens by a link and closes by one, without scripts. */
export function PageDialog({ title, back, header, focusInside = false, children }: Props) {
  const t = useT();
  const close = (
    <a className="icon-btn" href={back} aria-label={t('common:close')} data-close>
      <Icon name="x" />
    </a>
  );
  return (
    <>
      <div className="scrim" />
      <dialog open className="dialog" aria-labelledby="dialog-title">
        {/* the focus begins before its first control: a page that was gone to cannot tell a mouse from keys, and would ring it */}
        <div className="dialog-start" {...(!focusInside && { tabIndex: -1, autoFocus: true })}>
          {header ? (
            header(close)
          ) : (
            <header className="mb-5 flex items-center justify-between gap-4">
              <h2 id="dialog-title" className="text-h2">
                {title}
              </h2>
              {close}
            </header>
          )}
          {children}
        </div>
      </dialog>
    </>
  );
}
