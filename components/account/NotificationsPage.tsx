import { useT } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';

/** Finished texts; `href`: where the notification leads. */
export type NotificationView = {
  id: string;
  title: string;
  message: string;
  when: string;
  isUnread: boolean;
  href: string | null;
};

/** /notifications: what happened to the reader's orders, account and seasons, newest first. */
export function NotificationsPage({ notifications }: { notifications: readonly NotificationView[] }) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-170">
      <h1 className="text-h1">{t('nav:notifications')}</h1>
      {notifications.length === 0 ? (
        <div className="card mt-6 grid justify-items-center gap-3 p-8 text-center text-paper-2">
          <Icon name="bell" size="size-6" />
          <p>{t('settings:noNotifications')}</p>
        </div>
      ) : (
        <ol className="card mt-6">
          {notifications.map((notification) => (
            <Row key={notification.id} {...notification} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Row({ title, message, when, isUnread, href }: NotificationView) {
  const t = useT();
  return (
    <li className="grid gap-1 border-t border-line-1 p-4 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-body font-600">
          {isUnread && <span className="tag me-2 bg-paper text-ink-0">{t('settings:newNotification')}</span>}
          {href ? <a href={href}>{title}</a> : title}
        </h2>
        <span className="text-caption text-paper-3">{when}</span>
      </div>
      <p className="text-size-small text-paper-2">{message}</p>
    </li>
  );
}
