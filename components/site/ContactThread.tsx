import { addressOf, pageField } from '#core/contract/address.ts';
import { useT } from '#framework/page.tsx';
import { PageLinks } from '../ui/Links.tsx';
import { CONTACT_SUBJECTS } from './ContactFields.tsx';

/** A message of the reader with the replies. Times are texts in the reader's zone. */
export type ThreadView = {
  id: number;
  subject: string;
  message: string;
  sent: string;
  replies: readonly { id: number; text: string; when: string }[];
};

type Props = { threads: readonly ThreadView[]; page: number; pages: number };

/** A member's messages with the replies, newest first. Renders nothing without a message. */
export function ContactThread({ threads, page, pages }: Props) {
  const t = useT();
  if (threads.length === 0) return null;
  const nameOf = (subject: string) => {
    const listed = CONTACT_SUBJECTS.member.find(([, value]) => value === subject);
    return listed ? t(`contact:subjects.${listed[0]}`) : subject;
  };
  return (
    <section id="messages" className="mt-8">
      <h2 className="mb-3 text-h2">{t('contact:yours')}</h2>
      <ul className="grid grid-cols-1 gap-3">
        {threads.map(({ id, subject, message, sent, replies }) => (
          <li key={id} className="card p-4 ml:p-6">
            <h3 className="break-words font-600">
              <bdi>{nameOf(subject)}</bdi>
            </h3>
            <p className="text-size-small text-paper-3">{sent}</p>
            <p dir="auto" className="mt-3 whitespace-pre-wrap break-words text-paper-2">
              {message}
            </p>
            {replies.length === 0 ? (
              <p className="mt-4 text-size-small text-paper-3">{t('contact:waiting')}</p>
            ) : (
              replies.map((reply) => (
                <div key={reply.id} className="mt-4 border-s-2 border-line-3 ps-4">
                  <p className="text-size-small text-paper-3">
                    <bdi>{t('contact:ourAnswer')}</bdi> · <bdi>{reply.when}</bdi>
                  </p>
                  <p dir="auto" className="mt-1 whitespace-pre-wrap break-words">
                    {reply.text}
                  </p>
                </div>
              ))
            )}
          </li>
        ))}
      </ul>
      <PageLinks
        page={page}
        pages={pages}
        hrefOf={(to) => `${addressOf('/contact', pageField(to))}#messages`}
      />
    </section>
  );
}
