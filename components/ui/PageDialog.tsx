import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';
import { Icon } from './Icon.tsx';

type Props = {
  title: string;
  /** The address that closing leads to. */
  back: string;
  /** In place of the title; it must hold a heading with the id `dialog-title`. */
  header?: (close: ReactNode) => ReactNode;
  /** True when one of its fields has `autoFocus`. */
  focusInside?: boolean;
  children: ReactNode;
};

/** A dialog with an address: links open and close it, without scripts. */
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
        {/* focus the container, not its first control: after a navigation the browser would draw a focus ring there */}
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
