import { z } from 'zod';
import { MessagesPage } from '#components/admin/MessagesPages.tsx';
import { type ListAnchor, listAnchor, pageAmong } from '#core/contract/list-page.ts';
import { MESSAGE_STATES, type MessageState, messageState } from '#core/contract/site.ts';
import { formatDateTime } from '#core/locale/format.ts';
import type { Sql } from '#db/client.ts';
import {
  countMessages,
  countMessagesBeside,
  listMessages,
  type StoredMessage,
} from '#db/queries/messages.ts';
import { page } from '#framework/define.ts';

const PAGE_SIZE = 25;
const START_CHARS = 160;

export default page({
  access: 'staff',
  query: z.object({
    show: z.enum(MESSAGE_STATES).nullable().catch(null).default(null),
    page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
    ...listAnchor,
  }),
  async load({ services: { sql }, query: { show, page: number, before, after }, locale, zone }) {
    const counts = await countMessages(sql);
    const total = show ? counts[show] : counts.unread + counts.read + counts.done;
    const rows = await readPage(sql, show, { number, total, before, after });
    const [first, last] = [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0];
    const beside = await countMessagesBeside(sql, show, { first, last });
    return {
      counts,
      show,
      ...pageAmong(rows.length > 0 ? beside : { newer: 0, older: 0 }, PAGE_SIZE),
      ends: { first: BigInt(first), last: BigInt(last) },
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

/** The page beside a row; the one of that number without a row, and where nothing is beside it. */
async function readPage(
  sql: Sql,
  show: MessageState | null,
  { number, total, before, after }: ListAnchor & { number: number; total: number },
): Promise<StoredMessage[]> {
  const limit = PAGE_SIZE;
  if (before !== undefined || after !== undefined) {
    const rows = await listMessages(sql, show, { limit, before, after });
    // with less than one page, the first page has these rows and those next to them
    if (rows.length > 0 && (after === undefined || rows.length === limit)) return rows;
    if (after !== undefined) return await listMessages(sql, show, { limit });
  }
  const pages = Math.max(1, Math.ceil(total / limit));
  return await listMessages(sql, show, { limit, offset: (Math.min(number, pages) - 1) * limit });
}
