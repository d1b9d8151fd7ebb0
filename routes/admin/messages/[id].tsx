import { z } from 'zod';
import { MessagePage } from '#components/admin/MessagePage.tsx';
import { fillSavedReply } from '#core/contact/replies.ts';
import { RowId } from '#core/contract/fields.ts';
import { messageState } from '#core/contract/site.ts';
import { formatDateTime, formatNumber } from '#core/locale/format.ts';
import { textIn } from '#core/locale/locale.ts';
import { openReports } from '#db/queries/account/reports.ts';
import { findMessage, listStaff, messagesBeside } from '#db/queries/messages.ts';
import { listSavedReplies, repliesTo } from '#db/queries/replies.ts';
import { notFound, page } from '#framework/define.ts';

export default page({
  access: 'staff',
  params: RowId,
  query: z.object({ saved: z.coerce.number().int().optional().catch(undefined) }),
  async load({ services: { sql, leaderboard, seasons }, params, query, flash, locale, zone }) {
    const row = await findMessage(sql, params.id);
    if (!row) throw notFound();
    const { id, name, userId, username, createdAt, doneAt, doneBy } = row;
    const [replies, others, saved, staff, reports, standing] = await Promise.all([
      repliesTo(sql, [id]),
      row.isBlank ? [] : messagesBeside(sql, row),
      listSavedReplies(sql),
      listStaff(sql),
      userId === null ? [] : openReports(sql, [userId]),
      userId === null ? null : leaderboard.mine(userId),
    ]);
    const written = (date: Date) => formatDateTime(date, { locale, zone });
    const chosen = saved.find((each) => each.id === query.saved);
    const season = String(seasons.current()?.number ?? 1);
    return {
      view: {
        id,
        name,
        sender:
          userId === null || username === null
            ? null
            : {
                id: userId,
                username,
                place: standing?.place ? formatNumber(standing.place) : '–',
                reports: reports.length,
              },
        email: row.email,
        phone: row.phone,
        subject: row.subject,
        message: row.message,
        purpose: row.purpose,
        locale: row.locale,
        state: messageState(row),
        isSpam: row.spamAt !== null,
        isBlank: row.isBlank,
        sentAt: createdAt.toISOString(),
        sent: written(createdAt),
        done: doneAt && { by: doneBy, when: written(doneAt) },
        assignee: row.assignee,
      },
      replies: replies.map(({ id, author, text, way, at }) => ({ id, author, text, way, when: written(at) })),
      others: others.map((other) => ({
        id: other.id,
        subject: other.subject,
        sent: written(other.createdAt),
        state: messageState(other),
      })),
      saved: saved.map((each) => ({ id: each.id, label: each.label })),
      staff: staff.map((each) => each.username),
      draft:
        flash?.values?.text ?? (chosen ? fillSavedReply(textIn(chosen, row.locale), { name, season }) : ''),
      draftIssue: flash?.issues?.text,
      keepOpen: flash?.values?.keepOpen === 'true',
    };
  },
  head: ({ t }) => ({ title: t('inbox:title') }),
  view: ({ data }) => <MessagePage {...data} />,
});
