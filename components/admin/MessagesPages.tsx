import { type ListEnds, turnQuery } from '#core/contract/list-page.ts';
import { MESSAGE_STATES, type MessageState } from '#core/contract/site.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { useT } from '#framework/page.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLinks, SegmentLinks } from '../ui/Links.tsx';

/** A line of the list; `start` is the beginning of the message. */
type MessageLine = Omit<MessageView, 'email' | 'phone' | 'message' | 'purpose' | 'done'> & {
  start: string;
};

type Props = {
  lines: readonly MessageLine[];
  /** The listed state; null lists every message. */
  show: MessageState | null;
  counts: Record<MessageState, number>;
  page: number;
  pages: number;
  /** The rows the pages beside this one begin after. */
  ends: ListEnds;
};

/** /admin/messages: the contact forms' messages, newest first. */
export function MessagesPage({ lines, show, counts, page, pages, ends }: Props) {
  const t = useT();
  const all = counts.unread + counts.read + counts.done;
  const segments = [null, ...MESSAGE_STATES].map((state) => ({
    href: listHref(state),
    label: `${t(`inbox:${state ?? 'all'}`)} (${state ? counts[state] : all})`,
    current: state === show,
  }));
  return (
    <div className="mx-auto w-full max-w-215">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-h1">{t('inbox:title')}</h1>
        <div className="max-w-full overflow-x-auto">
          <SegmentLinks label={t('inbox:filter')} segments={segments} />
        </div>
      </div>
      {lines.length === 0 ? (
        <div className="mt-7">
          <EmptyState shape="square">{t('inbox:empty')}</EmptyState>
        </div>
      ) : (
        <ul className="mt-7 border-t border-line-1">
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      )}
      <PageLinks page={page} pages={pages} hrefOf={(to) => listHref(show, turnQuery(page, to, ends))} />
    </div>
  );
}

const ROW =
  'flex w-full flex-col gap-1 px-3 py-3 text-start hover:bg-ink-2 focus-visible:outline-offset--2 cursor-pointer';

/** Opening an unread message marks it read, so it is a POST. */
function Line({ line }: { line: MessageLine }) {
  const { id, state } = line;
  return (
    <li className="border-b border-line-1">
      {state === 'unread' ? (
        <form method="post" action={`/api/messages/${id}`}>
          <input type="hidden" name="state" value="read" />
          <input type="hidden" name="next" value={messageHref(id)} />
          <button type="submit" className={ROW}>
            <Summary line={line} />
          </button>
        </form>
      ) : (
        <a className={ROW} href={messageHref(id)}>
          <Summary line={line} />
        </a>
      )}
    </li>
  );
}

function Summary({ line: { name, username, subject, start, state, sentAt, sent } }: { line: MessageLine }) {
  const weight = state === 'unread' ? 'font-600 text-paper' : 'text-paper-2';
  return (
    <>
      <span className="flex w-full flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className={`flex min-w-0 flex-wrap items-center gap-2 ${weight}`}>
          <StateTag state={state} />
          <bdi className="break-words">{name}</bdi>
          {username && (
            <span className="text-size-caption font-400 text-paper-3">
              @<bdi>{username}</bdi>
            </span>
          )}
        </span>
        <time dateTime={sentAt} className="text-size-caption text-paper-3">
          {sent}
        </time>
      </span>
      <span className={`w-full break-words text-size-body ${weight}`}>
        <bdi>{subject}</bdi>
      </span>
      <span className="line-clamp-1 w-full break-all text-size-small text-paper-3">
        <bdi>{start}</bdi>
      </span>
    </>
  );
}

/** A contact message. */
type MessageView = {
  id: number;
  name: string;
  /** The sender's account; null for a visitor's message. */
  username: string | null;
  email: string;
  phone: string;
  subject: string;
  message: string;
  purpose: 'member' | 'public';
  state: MessageState;
  /** ISO 8601 in UTC, and text in the reader's zone. */
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

const LOOKS: Record<MessageState, string> = {
  unread: 'tag bg-paper text-ink-0',
  read: 'tag text-paper-2',
  done: 'tag bg-gain-deep text-gain',
};

function StateTag({ state }: { state: MessageState }) {
  const t = useT();
  return <span className={LOOKS[state]}>{t(`inbox:${state}`)}</span>;
}

/** Returns the address of a page of the list. */
function listHref(state: MessageState | null, turn: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(state && { show: state }), ...turn });
  return query.size > 0 ? `/admin/messages?${query}` : '/admin/messages';
}

const messageHref = (id: number) => `/admin/messages/${id}`;
