import { z } from 'zod';
import { NotificationsPage } from '#components/account/NotificationsPage.tsx';
import type { NotificationTopic } from '#core/account/notifications.ts';
import { placeOfAnnouncement } from '#core/announcements/announcements.ts';
import { pageCount } from '#core/contract/pages.ts';
import { formatDateTime } from '#core/locale/format.ts';
import {
  listNotifications,
  type Notification,
  readNotifications,
} from '#db/queries/account/notifications.ts';
import { page } from '#framework/define.ts';
import { wordTexts } from '#services/announcements/written.ts';

/** Pages that notifications link to, by topic. */
const PLACES: Partial<Record<NotificationTopic, string>> = {
  order: '/portfolio?dock=history',
  cover: '/portfolio?dock=history',
  split: '/portfolio',
  message: '/contact#messages',
  prize: '/prize',
  measure: '/settings',
  security: '/settings#devices',
};

const PAGE_SIZE = 50;

function placeOf({ topic, title, kind, season }: Notification): string | null {
  if (kind !== null) return placeOfAnnouncement(kind, season);
  if (topic === 'season' && 'key' in title) return `/competitions/${title.params?.number}`;
  if (topic === 'league' && 'key' in title && title.params?.invitation)
    return `/leagues/join/${title.params.invitation}`;
  if (topic === 'league')
    return 'key' in title && title.params?.id ? `/leagues/${title.params.id}` : '/leagues';
  // a warning before a forced cover links to the positions, a cover itself to the history
  if ('key' in title && title.key === 'messages:riskTitle') return '/portfolio';
  return PLACES[topic] ?? null;
}

/** The reader's notifications and announcements; opening a page marks its notifications as read. */
export default page({
  query: z.object({ page: z.coerce.number().int().min(1).max(1_000).catch(1).default(1) }),
  async load({ services, user, locale, zone, query }) {
    const { sql, databaseClock, say, bus } = services;
    const now = new Date(databaseClock.now());
    const place = { offset: (query.page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
    const { rows, total, unread } = await listNotifications(sql, user.id, now, place);
    const news = rows.filter(({ isUnread }) => isUnread);
    if (news.length > 0) {
      await readNotifications(sql, user.id, now, { first: rows.at(-1)!.id, last: rows[0]!.id });
      bus.publish({ type: 'notifications-read', userId: user.id });
    }
    return {
      page: query.page,
      pages: pageCount(total, PAGE_SIZE),
      hasUnreadPages: unread > news.length,
      notifications: rows.map((row) => ({
        id: row.id,
        ...wordTexts(say, row, locale),
        when: formatDateTime(row.at, { locale, zone }),
        isUnread: row.isUnread,
        href: placeOf(row),
      })),
    };
  },
  head: ({ t }) => ({ title: t('nav:notifications') }),
  view: ({ data }) => <NotificationsPage {...data} />,
});
