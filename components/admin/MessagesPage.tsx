import { addressOf } from '#core/contract/address.ts';
import { MESSAGE_LISTS, type MessageList } from '#core/contract/inbox.ts';
import { type ListEnds, turnQuery } from '#core/contract/list-page.ts';
import type { MessageState } from '#core/contract/site.ts';
import { PLANS } from '#core/numbers/figures.ts';
import { useT } from '#framework/page.tsx';
import { CONTACT_SUBJECTS } from '../site/ContactFields.tsx';
import { Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field, SelectField } from '../ui/Field.tsx';
import { HiddenFields } from '../ui/HiddenFields.tsx';
import { PageLinks, SegmentLinks } from '../ui/Links.tsx';

/** A row of the list; `start` is the beginning of the message. */
type MessageLine = {
  id: number;
  name: string;
  /** The sender's account; null for a visitor's message. */
  username: string | null;
  subject: string;
  start: string;
  state: MessageState;
  assignee: string | null;
  /** ISO 8601 in UTC, and as text in the reader's zone. */
  sentAt: string;
  sent: string;
};

/** The filters of the list. `show` null lists all messages except spam; an empty text matches all. */
export type MessageSearch = { show: MessageList | null; q: string; subject: string; plan: string };

type Props = {
  lines: readonly MessageLine[];
  search: MessageSearch;
  /** True when the search text has too few characters. */
  isShort: boolean;
  counts: Record<MessageList, number>;
  /** When the oldest unread message was sent; null without any. */
  oldest: string | null;
  page: number;
  pages: number;
  /** The first and last row of this page, for the addresses of the previous page and the next one. */
  ends: ListEnds;
};

/** The subjects of both forms, with the keys of their texts. */
const SUBJECTS = [
  ...new Map([...CONTACT_SUBJECTS.member, ...CONTACT_SUBJECTS.public].map(([key, value]) => [value, key])),
];

/** /admin/messages: messages of the contact forms, newest first. */
export function MessagesPage({ lines, search, isShort, counts, oldest, page, pages, ends }: Props) {
  const t = useT();
  const { show } = search;
  const canChoose = show !== 'done' && show !== 'spam';
  const all = counts.unread + counts.read + counts.done;
  const segments = [null, ...MESSAGE_LISTS].map((list) => ({
    href: listHref({ ...search, show: list }),
    label: `${t(`inbox:${list ?? 'all'}`)} (${list ? counts[list] : all})`,
    current: list === show,
  }));
  return (
    <div className="mx-auto w-full max-w-254">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <h1 className="text-h1">{t('inbox:title')}</h1>
        <a className="underline underline-offset-4" href="/admin/messages/replies">
          {t('inbox:saved')}
        </a>
      </div>
      {oldest && <p className="mt-1 text-size-small text-paper-2">{t('inbox:oldest', { date: oldest })}</p>}
      <div className="mt-5 max-w-full overflow-x-auto">
        <SegmentLinks label={t('inbox:filter')} segments={segments} />
      </div>
      <Search search={search} isShort={isShort} />
      {lines.length === 0 ? (
        <div className="mt-6">
          <EmptyState shape="square">{t('inbox:empty')}</EmptyState>
        </div>
      ) : (
        <>
          {canChoose && <ManyForm search={search} ids={lines.map(({ id }) => id)} />}
          <ul className="mt-4 border-t border-line-1">
            {lines.map((line) => (
              <Line key={line.id} line={line} canChoose={canChoose} />
            ))}
          </ul>
        </>
      )}
      <PageLinks page={page} pages={pages} hrefOf={(to) => listHref(search, turnQuery(page, to, ends))} />
    </div>
  );
}

function Search({ search: { show, q, subject, plan }, isShort }: Pick<Props, 'search' | 'isShort'>) {
  const t = useT();
  const any = ['', t('inbox:any')] as const;
  return (
    <form
      className="mt-5 grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
      action="/admin/messages"
    >
      {show && <input type="hidden" name="show" value={show} />}
      <Field
        name="q"
        type="search"
        label={t('inbox:search')}
        place="col-span-2 sm:col-span-1"
        defaultValue={q}
        maxLength={100}
        dir="auto"
        issue={isShort ? t('inbox:searchLonger') : undefined}
      />
      <SelectField
        name="subject"
        label={t('contact:subject')}
        defaultValue={subject}
        options={[any, ...SUBJECTS.map(([value, key]) => [value, t(`contact:subjects.${key}`)] as const)]}
      />
      <SelectField
        name="plan"
        label={t('inbox:plan')}
        defaultValue={plan}
        options={[any, ...PLANS.map((name) => [name, t(`inbox:plans.${name}`)] as const)]}
      />
      <Submit look="secondary" className="col-span-2 sm:col-span-1">
        {t('inbox:find')}
      </Submit>
    </form>
  );
}

const MANY = 'many';

/** Marks the selected messages, or all on the page, as done. */
function ManyForm({ search, ids }: { search: MessageSearch; ids: readonly number[] }) {
  const t = useT();
  return (
    <form id={MANY} method="post" action="/api/messages/done" className="mt-5 flex flex-wrap gap-3">
      <input type="hidden" name="next" value={listHref(search)} />
      <Submit look="secondary" className="btn-small">
        {t('inbox:doneChosen')}
      </Submit>
      <Submit look="ghost" className="btn-small" name="page" value={ids.join(',')}>
        {t('inbox:donePage')}
      </Submit>
    </form>
  );
}

const ROW =
  'flex min-w-0 flex-1 flex-col gap-1 px-3 py-3 text-start hover:bg-ink-2 focus-visible:outline-offset--2 cursor-pointer';

/** A row of the list. Opening an unread message is a POST, because it marks the message as read. */
function Line({ line, canChoose }: { line: MessageLine; canChoose: boolean }) {
  const t = useT();
  const { id, state, name } = line;
  return (
    <li className="flex border-b border-line-1">
      {canChoose && state === 'done' && <span className="min-w-11" />}
      {canChoose && state !== 'done' && (
        <label className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center">
          <input type="checkbox" name="ids" value={id} form={MANY} aria-label={t('inbox:choose', { name })} />
        </label>
      )}
      {state === 'unread' ? (
        <form method="post" action={`/api/messages/${id}`} className="flex min-w-0 flex-1">
          <HiddenFields fields={{ state: 'read', next: messageHref(id) }} />
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

type SummaryProps = { line: MessageLine };

function Summary({ line: { name, username, subject, start, state, assignee, sentAt, sent } }: SummaryProps) {
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
          {assignee && (
            <span className="tag font-400 text-paper-2">
              <bdi>{assignee}</bdi>
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
      <bdi className="line-clamp-1 self-start break-all text-size-small text-paper-3">{start}</bdi>
    </>
  );
}

const LOOKS: Record<MessageState, string> = {
  unread: 'tag bg-paper text-ink-0',
  read: 'tag text-paper-2',
  done: 'tag bg-gain-deep text-gain',
};

export function StateTag({ state }: { state: MessageState }) {
  const t = useT();
  return <span className={LOOKS[state]}>{t(`inbox:${state}`)}</span>;
}

export function listHref(
  { show, q, subject, plan }: MessageSearch,
  turn: Record<string, string> = {},
): string {
  return addressOf('/admin/messages', { show, q, subject, plan, ...turn });
}

export const messageHref = (id: number) => `/admin/messages/${id}`;
