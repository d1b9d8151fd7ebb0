import { MAX_REPLY, type ReplyWay } from '#core/contact/replies.ts';
import type { MessageState } from '#core/contract/site.ts';
import { languageName } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { usePage, useT } from '#framework/page.tsx';
import { LinkButton, PostButton, Submit } from '../ui/Button.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { BackLink } from '../ui/Links.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { messageHref, StateTag } from './MessagesPage.tsx';

/** A contact message. Times are texts in the reader's zone. */
type MessageView = {
  id: number;
  name: string;
  /** The sender's account; null for a visitor's message. */
  sender: { id: number; username: string; place: string; reports: number } | null;
  email: string;
  phone: string;
  subject: string;
  message: string;
  purpose: 'member' | 'public';
  locale: Locale;
  state: MessageState;
  isSpam: boolean;
  /** True when the sender's account was deleted, and the message emptied with it. */
  isBlank: boolean;
  /** ISO 8601 in UTC. */
  sentAt: string;
  sent: string;
  done: { by: string | null; when: string } | null;
  assignee: string | null;
};

type ReplyView = { id: number; author: string; when: string; text: string; way: ReplyWay };

type Props = {
  view: MessageView;
  /** Oldest first. */
  replies: readonly ReplyView[];
  /** Other messages of the sender, newest first. */
  others: readonly OtherMessage[];
  saved: readonly { id: number; label: string }[];
  staff: readonly string[];
  /** The initial text of the reply form; `draftIssue` says why a reply was refused. */
  draft: string;
  draftIssue: string | undefined;
  keepOpen: boolean;
};

export function MessagePage({ view, replies, others, saved, staff, draft, draftIssue, keepOpen }: Props) {
  const { t, locale } = usePage();
  const { id, isBlank, isSpam, state } = view;
  return (
    <div className="mx-auto grid w-full max-w-180 grid-cols-1 gap-6">
      <div>
        <BackLink href="/admin/messages">{t('inbox:back')}</BackLink>
        <Message view={view} />
      </div>
      {replies.length > 0 && (
        <TitledSection title={t('inbox:replies')} head="mb-3 text-h3">
          <ul className="grid gap-3">
            {replies.map((reply) => (
              <Reply key={reply.id} reply={reply} view={view} />
            ))}
          </ul>
        </TitledSection>
      )}
      {!isBlank && (
        <TitledSection
          title={t('inbox:replyIn', { language: languageName(view.locale, locale) })}
          head="mb-3 text-h3"
        >
          {saved.length > 0 && (
            <nav aria-label={t('inbox:saved')} className="mb-3 flex flex-wrap gap-2">
              {saved.map(({ id: savedId, label }) => (
                <a
                  key={savedId}
                  className="choice"
                  href={`${messageHref(id)}?saved=${savedId}`}
                  rel="nofollow"
                >
                  <bdi>{label}</bdi>
                </a>
              ))}
            </nav>
          )}
          <form className="grid gap-4" method="post" action={`/api/messages/${id}/reply`}>
            <input type="hidden" name="after" value={replies.at(-1)?.id ?? 0} />
            <TextField
              name="text"
              label={t('inbox:reply')}
              height="min-h-40"
              rows={7}
              maxLength={MAX_REPLY}
              required
              dir="auto"
              defaultValue={draft}
              issue={draftIssue}
            />
            <label className="flex min-h-11 items-center gap-3">
              <input type="checkbox" name="keepOpen" value="true" defaultChecked={keepOpen} />
              {t('inbox:keepOpen')}
            </label>
            <Submit className="w-fit">{t('inbox:send')}</Submit>
          </form>
        </TitledSection>
      )}
      <TitledSection title={t('inbox:handling')} head="mb-3 text-h3">
        <form className="flex flex-wrap items-end gap-3" method="post" action={`/api/messages/${id}/assign`}>
          <SelectField
            name="to"
            label={t('inbox:assignee')}
            place="w-60 max-w-full"
            defaultValue={view.assignee ?? ''}
            options={[
              ['', t('inbox:nobody')],
              ...staff.map((username) => [username, username, 'auto'] as const),
            ]}
          />
          <Submit look="secondary" className="min-h-10 coarse:min-h-11">
            {t('inbox:assign')}
          </Submit>
        </form>
        <div className="mt-4 flex flex-wrap gap-3">
          {state === 'unread' && <Change id={id} to="read" />}
          {state === 'done' ? (
            <Change id={id} to="read" text={t('inbox:undo')} />
          ) : (
            <Change id={id} to="done" />
          )}
          {state === 'read' && <Change id={id} to="unread" look="ghost" />}
          <PostButton action={`/api/messages/${id}/spam`} fields={{ spam: String(!isSpam) }} look="ghost">
            {t(isSpam ? 'inbox:noSpam' : 'inbox:markSpam')}
          </PostButton>
        </div>
        {isSpam && <p className="mt-3 text-size-small text-paper-2">{t('inbox:spamAbout')}</p>}
      </TitledSection>
      {others.length > 0 && (
        <TitledSection title={t('inbox:others')} head="mb-3 text-h3">
          <MessageLinks messages={others} />
        </TitledSection>
      )}
    </div>
  );
}

export type OtherMessage = { id: number; subject: string; sent: string; state: MessageState };

export function MessageLinks({ messages }: { messages: readonly OtherMessage[] }) {
  return (
    <ul className="grid gap-1">
      {messages.map(({ id, subject, sent, state }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3">
          <a
            className="inline-flex min-h-11 items-center break-words underline underline-offset-4"
            href={messageHref(id)}
          >
            <bdi>{subject}</bdi>
          </a>
          <span className="text-size-small text-paper-3">{sent}</span>
          <StateTag state={state} />
        </li>
      ))}
    </ul>
  );
}

function Message({ view }: { view: MessageView }) {
  const t = useT();
  const { name, sender, email, phone, subject, message, purpose, state, isSpam, sentAt, sent, done } = view;
  return (
    <article className="card mt-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex gap-2">
          <StateTag state={state} />
          {isSpam && <span className="tag text-loss">{t('inbox:spam')}</span>}
        </span>
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
          {sender && (
            <a className="ms-2 underline underline-offset-4" href={`/admin/people/${sender.id}`}>
              @<bdi>{sender.username}</bdi>
            </a>
          )}
        </dd>
        {sender && (
          <>
            <dt>{t('seasons:place')}</dt>
            <dd>
              <bdi>{sender.place}</bdi>
            </dd>
            <dt>{t('people:reports')}</dt>
            <dd>{sender.reports}</dd>
          </>
        )}
        <dt>{t('inbox:email')}</dt>
        <dd>
          <a className="underline underline-offset-4" href={mailTo({ email, subject })}>
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
  );
}

/** A reply. A reply that staff must send by hand has a field to copy its text, and a link that opens a mail with it. */
function Reply({ reply: { id, author, when, text, way }, view }: { reply: ReplyView; view: MessageView }) {
  const t = useT();
  return (
    <li className="card p-4">
      <p className="text-size-small text-paper-2">
        {t('people:noteBy', { date: when, username: nameInSentence(author) })} · {t(`inbox:way.${way}`)}
      </p>
      {way === 'hand' ? (
        <>
          <textarea
            readOnly
            rows={6}
            dir="auto"
            className="input mt-3 min-h-30 w-full py-2"
            aria-label={t('inbox:copyText')}
            defaultValue={text}
            id={`reply-${id}`}
          />
          <LinkButton className="mt-3" href={mailTo({ ...view, text })}>
            {t('inbox:openMail')}
          </LinkButton>
        </>
      ) : (
        <p dir="auto" className="mt-2 whitespace-pre-wrap break-words leading-6">
          {text}
        </p>
      )}
    </li>
  );
}

function mailTo({ email, subject, text }: { email: string; subject: string; text?: string }): string {
  const body = text === undefined ? '' : `&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}${body}`;
}

type ChangeProps = { id: number; to: MessageState; look?: 'ghost'; text?: string };

function Change({ id, to, look, text }: ChangeProps) {
  const t = useT();
  return (
    <PostButton
      action={`/api/messages/${id}`}
      fields={{ state: to, next: messageHref(id) }}
      look={look ?? 'secondary'}
    >
      {text ?? t(`inbox:mark.${to}`)}
    </PostButton>
  );
}
