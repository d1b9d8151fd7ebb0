import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';
import { LinkButton, Submit } from './Button.tsx';
import { HiddenFields, type HiddenValues } from './HiddenFields.tsx';
import { Icon } from './Icon.tsx';

type DialogProps = {
  title: string;
  /** The address that closing leads to. */
  back: string;
  /** Replaces the title; it must contain a heading with the id `dialog-title`. */
  header?: (close: ReactNode) => ReactNode;
  /** True when one of the dialog's fields has `autoFocus`. */
  focusInside?: boolean;
  children: ReactNode;
};

/** A dialog with an address: links open and close it, without scripts. */
export function PageDialog({ title, back, header, focusInside = false, children }: DialogProps) {
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
        {/* focuses the container: after a navigation the browser would draw a focus ring around the first control */}
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

type ConfirmProps = {
  title: string;
  /** The address that Cancel and closing lead to. */
  back: string;
  /** The address of the call that the button makes. */
  action: string;
  fields?: HiddenValues;
  submit: string;
  isDanger: boolean;
  /** A field to fill in before pressing the button. */
  question?: ReactNode;
  /** Says what the call does and whom it concerns. */
  children: ReactNode;
};

export function ConfirmDialog({
  title,
  back,
  action,
  fields = {},
  submit,
  isDanger,
  question,
  children,
}: ConfirmProps) {
  const t = useT();
  return (
    <PageDialog title={title} back={back}>
      {children}
      <form className="mt-6 flex flex-wrap justify-end gap-2" method="post" action={action}>
        <HiddenFields fields={fields} />
        {question}
        <LinkButton look="ghost" href={back}>
          {t('competition:cancel')}
        </LinkButton>
        <Submit look={isDanger ? 'danger' : 'primary'}>{submit}</Submit>
      </form>
    </PageDialog>
  );
}
