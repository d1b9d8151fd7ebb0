import { useT } from '#framework/page.tsx';
import { PostButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLinks } from '../ui/Links.tsx';

/** Finished texts; `href`: where the notification leads. */
export type NotificationView = {
  id: string;
  title: string;
  message: string;
  when: string;
  isUnread: boolean;
  href: string | null;
};

type Props = {
  notifications: readonly NotificationView[];
  page: number;
  pages: number;
  /** True when notifications of other pages are unread. */
  hasUnreadPages: boolean;
};

const hrefOf = (page: number) => (page > 1 ? `/notifications?page=${page}` : '/notifications');

/** /notifications: what happened to the reader's orders, account and seasons, newest first. */
export function NotificationsPage({ notifications, page, pages, hasUnreadPages }: Props) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-170">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="me-auto text-h1">{t('nav:notifications')}</h1>
        {hasUnreadPages && (
          <PostButton action="/api/notifications/read" look="secondary">
            {t('settings:markAllRead')}
          </PostButton>
        )}
        <a className="icon-btn" href="/settings/notifications" aria-label={t('nav:settings')}>
          <Icon name="settings" />
        </a>
      </div>
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
      <PageLinks page={page} pages={pages} hrefOf={hrefOf} />
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
      <p className="whitespace-pre-line text-size-small text-paper-2">{message}</p>
    </li>
  );
}
