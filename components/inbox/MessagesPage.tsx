import { MESSAGE_STATES, type MessageState } from '#core/contract/schemas/messages.ts';
import { useT } from '#framework/page.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageLinks } from '../ui/PageLinks.tsx';
import { SegmentLinks } from '../ui/Segmented.tsx';
import { listHref, messageHref } from './hrefs.ts';
import type { MessageView } from './MessagePage.tsx';
import { StateTag } from './StateTag.tsx';

/** A message as a line of the list. `start`: how it begins. */
export type MessageLine = Omit<MessageView, 'email' | 'phone' | 'message' | 'purpose' | 'done'> & {
  start: string;
};

type Props = {
  lines: readonly MessageLine[];
  /** What is listed; null for everything. */
  show: MessageState | null;
  counts: Record<MessageState, number>;
  page: number;
  pages: number;
};

/** /admin/messages: the contact forms' messages, newest first. */
export function MessagesPage({ lines, show, counts, page, pages }: Props) {
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
      <PageLinks page={page} pages={pages} hrefOf={(each) => listHref(show, each)} />
    </div>
  );
}

const ROW =
  'flex w-full flex-col gap-1 px-3 py-3 text-start hover:bg-ink-2 focus-visible:outline-offset--2 cursor-pointer';

/** Opening an unread message marks it read, which only a post may do. */
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
