import { MessagePage } from '#components/admin/MessagesPages.tsx';
import { MessageId, messageState } from '#core/contract/site.ts';
import { formatDateTime } from '#core/locale/format.ts';
import { findMessage } from '#db/queries/messages.ts';
import { notFound, page } from '#framework/define.ts';

export default page({
  access: 'staff',
  params: MessageId,
  async load({ services: { sql }, params, locale, zone }) {
    const row = await findMessage(sql, params.id);
    if (!row) throw notFound();
    const { id, name, username, email, phone, subject, message, purpose, createdAt, doneAt, doneBy } = row;
    const written = (date: Date) => formatDateTime(date, { locale, zone });
    return {
      id,
      name,
      username,
      email,
      phone,
      subject,
      message,
      purpose,
      state: messageState(row),
      sentAt: createdAt.toISOString(),
      sent: written(createdAt),
      done: doneAt && { by: doneBy, when: written(doneAt) },
    };
  },
  head: ({ t }) => ({ title: t('inbox:title') }),
  view: ({ data }) => <MessagePage view={data} />,
});
