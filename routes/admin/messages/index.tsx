import { z } from 'zod';
import { MessagesPage } from '#components/admin/MessagesPages.tsx';
import { MESSAGE_STATES, messageState } from '#core/contract/site.ts';
import { formatDateTime } from '#core/locale/format.ts';
import { countMessages, listMessages } from '#db/queries/messages.ts';
import { page } from '#framework/define.ts';

const PAGE_SIZE = 25;
const START_CHARS = 160;

export default page({
  access: 'admin',
  query: z.object({
    show: z.enum(MESSAGE_STATES).nullable().catch(null).default(null),
    page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  }),
  async load({ services: { sql }, query: { show, page: number }, locale, zone }) {
    const counts = await countMessages(sql);
    const total = show ? counts[show] : counts.unread + counts.read + counts.done;
    const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
    const current = Math.min(number, pages);
    const rows = await listMessages(sql, show, { offset: (current - 1) * PAGE_SIZE, limit: PAGE_SIZE });
    return {
      counts,
      show,
      page: current,
      pages,
      lines: rows.map((row) => ({
        id: row.id,
        name: row.name,
        username: row.username,
        subject: row.subject,
        start: row.message.slice(0, START_CHARS),
        state: messageState(row),
        sentAt: row.createdAt.toISOString(),
        sent: formatDateTime(row.createdAt, { locale, zone }),
      })),
    };
  },
  head: ({ t }) => ({ title: t('inbox:title') }),
  view: ({ data }) => <MessagesPage {...data} />,
});
