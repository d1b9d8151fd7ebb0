import { z } from 'zod';
import { MessagesPage } from '#components/admin/MessagesPage.tsx';
import { LEAST_SEARCH, MOST_AT_ONCE } from '#core/contact/replies.ts';
import { MESSAGE_LISTS } from '#core/contract/inbox.ts';
import { type ListAnchor, listAnchor, pageAmong, readBeside } from '#core/contract/list-page.ts';
import { pageCount } from '#core/contract/pages.ts';
import { messageState } from '#core/contract/site.ts';
import { formatDateTime } from '#core/locale/format.ts';
import { startOf } from '#core/locale/graphemes.ts';
import { LOCALES } from '#core/locale/locale.ts';
import { PLANS } from '#core/numbers/figures.ts';
import type { Sql } from '#db/client.ts';
import {
  countMessages,
  countMessagesBeside,
  listMessages,
  type MessageFilter,
  type StoredMessage,
} from '#db/queries/messages.ts';
import { readWaiting } from '#db/queries/platform/desk.ts';
import { page } from '#framework/define.ts';

const PAGE_SIZE = MOST_AT_ONCE;
const START_CHARS = 160;

export default page({
  access: 'staff',
  query: z.object({
    show: z.enum(MESSAGE_LISTS).nullable().catch(null).default(null),
    q: z.string().trim().max(100).catch('').default(''),
    subject: z.string().max(100).catch('').default(''),
    plan: z
      .enum(['', ...PLANS])
      .catch('')
      .default(''),
    page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
    ...listAnchor,
  }),
  async load({ services: { sql, say }, query, user, locale, zone }) {
    const { show, q, subject, plan, page: number, before, after } = query;
    const isShort = q !== '' && q.length < LEAST_SEARCH;
    const filter: MessageFilter = {
      show,
      staffId: user.id,
      text: q === '' || isShort ? null : q,
      subject: subject || null,
      // in each language: the contact form begins a message about a plan with this text in the language of its page
      beginnings: plan ? LOCALES.map((each) => say({ key: `contact:tellMe.${plan}` }, each)) : null,
    };
    const [counts, waiting, rows] = await Promise.all([
      countMessages(sql, user.id),
      readWaiting(sql),
      readPage(sql, filter, { number, before, after }),
    ]);
    const [first, last] = [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0];
    const beside = await countMessagesBeside(sql, filter, { first, last });
    const { oldestAt } = waiting.messages;
    return {
      counts,
      search: { show, q, subject, plan },
      isShort,
      oldest: oldestAt && formatDateTime(oldestAt, { locale, zone }),
      ...pageAmong(rows.length > 0 ? beside : { newer: 0, older: 0 }, PAGE_SIZE),
      ends: { first: BigInt(first), last: BigInt(last) },
      lines: rows.map((row) => ({
        id: row.id,
        name: row.name,
        username: row.username,
        subject: row.subject,
        start: startOf(row.message, START_CHARS),
        state: messageState(row),
        assignee: row.assignee,
        sentAt: row.createdAt.toISOString(),
        sent: formatDateTime(row.createdAt, { locale, zone }),
      })),
    };
  },
  head: ({ t }) => ({ title: t('inbox:title') }),
  view: ({ data }) => <MessagesPage {...data} />,
});

/** Reads the page beside the anchor's row, or page `number`, or the last page if there are fewer pages. */
function readPage(
  sql: Sql,
  filter: MessageFilter,
  { number, ...anchor }: ListAnchor & { number: number },
): Promise<StoredMessage[]> {
  const limit = PAGE_SIZE;
  const read = (place: ListAnchor & { offset?: number }) => listMessages(sql, filter, { limit, ...place });
  return readBeside(anchor, limit, read, async () => {
    const { total } = await countMessagesBeside(sql, filter, { first: 0, last: 0 });
    const page = Math.min(number, pageCount(total, limit));
    return await read({ offset: (page - 1) * limit });
  });
}
