import { NotificationsPage } from '#components/account/NotificationsPage.tsx';
import { formatDateTime } from '#core/locale/format.ts';
import {
  listNotifications,
  type Notification,
  type NotificationTopic,
  readNotifications,
} from '#db/queries/account/notifications.ts';
import { page } from '#framework/define.ts';
import type { Text } from '#framework/failure.ts';

/** Where a notification leads. */
const PLACES: Partial<Record<NotificationTopic, string>> = {
  order: '/portfolio?dock=history',
  cover: '/portfolio?dock=history',
  split: '/portfolio',
  message: '/contact#messages',
  prize: '/prize',
  measure: '/settings',
  security: '/settings#devices',
};

function placeOf({ topic, title }: Notification): string | null {
  if (topic === 'season') return `/competitions/${title.params?.number}`;
  return PLACES[topic] ?? null;
}

/** Reading the page is reading the notifications. */
export default page({
  async load({ services, user, locale, zone }) {
    const { sql, databaseClock, say, bus } = services;
    const now = new Date(databaseClock.now());
    const rows = await listNotifications(sql, user.id, now);
    if (rows.some(({ isUnread }) => isUnread)) {
      await readNotifications(sql, user.id, rows[0]!.id, now);
      bus.publish({ type: 'notifications-read', userId: user.id });
    }
    return rows.map((row) => ({
      id: row.id,
      title: say(row.title as Text, locale),
      message: say(row.message as Text, locale),
      when: formatDateTime(row.at, { locale, zone }),
      isUnread: row.isUnread,
      href: placeOf(row),
    }));
  },
  head: ({ t }) => ({ title: t('nav:notifications') }),
  view: ({ data }) => <NotificationsPage notifications={data} />,
});
