import type { MessageState } from '#core/contract/schemas/messages.ts';
import { nameInSentence } from '#core/locale/in-sentence.ts';
import { useT } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';
import { messageHref } from './hrefs.ts';
import { StateTag } from './StateTag.tsx';

/** A message with everything in it. */
export type MessageView = {
  id: number;
  name: string;
  /** Of the sender's account. */
  username: string | null;
  email: string;
  phone: string;
  subject: string;
  message: string;
  purpose: 'member' | 'public';
  state: MessageState;
  /** ISO 8601, UTC, and as the reader writes it. */
  sentAt: string;
  sent: string;
  done: { by: string | null; when: string } | null;
};

/** /admin/messages/{id} */
export function MessagePage({ view }: { view: MessageView }) {
  const t = useT();
  const { id, name, username, email, phone, subject, message, purpose, state, sentAt, sent, done } = view;
  return (
    <div className="mx-auto w-full max-w-180">
      <a className="btn btn-ghost -ms-4" href="/admin/messages">
        <Icon name="arrow-left" className="rtl:flip-x" />
        {t('inbox:back')}
      </a>
      <article className="card mt-4 p-4 sm:p-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <StateTag state={state} />
          <time dateTime={sentAt} className="text-size-small text-paper-3">
            {sent}
          </time>
        </div>
        <h1 className="mt-3 break-words text-h1">
          <bdi>{subject}</bdi>
        </h1>
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-size-body [&>dt]:text-paper-3 [&>dd]:min-w-0 [&>dd]:break-words">
          <dt>{t('inbox:from')}</dt>
          <dd>
            <bdi>{name}</bdi>
            {username && (
              <span className="ms-2 text-paper-3">
                @<bdi>{username}</bdi>
              </span>
            )}
          </dd>
          <dt>{t('inbox:email')}</dt>
          <dd>
            <a
              className="underline underline-offset-4"
              href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
            >
              <bdi dir="ltr">{email}</bdi>
            </a>
          </dd>
          <dt>{t('inbox:phone')}</dt>
          <dd>
            <a className="underline underline-offset-4" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              <bdi dir="ltr">{phone}</bdi>
            </a>
          </dd>
          <dt>{t('inbox:form')}</dt>
          <dd>{t(`inbox:${purpose}`)}</dd>
        </dl>
        <p dir="auto" className="mt-5 whitespace-pre-wrap break-words border-t border-line-1 pt-5 leading-6">
          {message}
        </p>
        {done && (
          <p className="mt-5 text-size-small text-paper-3">
            {t('inbox:doneNote', { name: nameInSentence(done.by ?? '—'), when: done.when })}
          </p>
        )}
      </article>
      <div className="mt-4 flex flex-wrap gap-3">
        {state === 'unread' && <Change id={id} to="read" look="btn-secondary" />}
        {state === 'done' ? (
          <Change id={id} to="read" look="btn-secondary" text={t('inbox:undo')} />
        ) : (
          <Change id={id} to="done" look="btn-primary" />
        )}
        {state === 'read' && <Change id={id} to="unread" look="btn-ghost" />}
      </div>
    </div>
  );
}

type ChangeProps = { id: number; to: MessageState; look: string; text?: string };

function Change({ id, to, look, text }: ChangeProps) {
  const t = useT();
  return (
    <form method="post" action={`/api/messages/${id}`}>
      <input type="hidden" name="state" value={to} />
      <input type="hidden" name="next" value={messageHref(id)} />
      <button type="submit" className={`btn ${look}`}>
        {text ?? t(`inbox:mark.${to}`)}
      </button>
    </form>
  );
}
