import type { ReactNode } from 'react';
import {
  CHANNELS,
  CHOSEN_TOPICS,
  type Channel,
  type ChosenChannels,
  type NotificationTopic,
} from '#core/account/notifications.ts';
import { addressOf, pageField } from '#core/contract/address.ts';
import { useT } from '#framework/page.tsx';
import { LinkButton, PostButton, Submit } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLinks } from '../ui/Links.tsx';

/** Texts are formatted. `href` is the page that the notification leads to. */
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
  /** True when other pages have unread notifications too. */
  hasUnreadPages: boolean;
};

const hrefOf = (page: number) => addressOf('/notifications', pageField(page));

/** /notifications: the reader's notifications, about orders, account and seasons, newest first. */
export function NotificationsPage({ notifications, page, pages, hasUnreadPages }: Props) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-170">
      <div className="flex flex-wrap items-center justify-end gap-3">
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

type ChannelsProps = {
  channels: ChosenChannels;
  /** Whether mail reaches the reader: 'off' when the site sends none, 'address' without a confirmed address. */
  mail: 'on' | 'off' | 'address';
};

/** /settings/notifications: the kinds of notifications, and the channels for each. */
export function ChannelsPage({ channels, mail }: ChannelsProps) {
  const t = useT();
  const offered = CHANNELS.filter((channel) => channel !== 'mail' || mail !== 'off');
  return (
    <div className="mx-auto w-full max-w-170">
      <h1 className="text-h1">{t('settings:notifications')}</h1>
      <p className="mt-2 max-w-[72ch] text-paper-2">{t('settings:channelsAbout')}</p>
      {mail === 'off' && <p className="mt-2 text-paper-2">{t('settings:channelsNoMail')}</p>}
      {mail === 'address' && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 text-paper-2">
          {t('settings:channelsNoAddress')}
          <a
            className="inline-flex min-h-11 items-center underline underline-offset-4"
            href="/settings/email"
          >
            {t('settings:channelsAddAddress')}
          </a>
        </p>
      )}
      <form className="mt-5 grid gap-5" method="post" action="/api/notifications/channels">
        <div className="card">
          <table className="w-full text-size-small">
            <thead className="text-caption text-paper-3">
              <tr>
                <th scope="col" className="px-4 py-2 text-start font-500">
                  {t('settings:channelsKind')}
                </th>
                {offered.map((channel) => (
                  <th key={channel} scope="col" className="px-3 py-2 text-center font-500">
                    {t(`settings:channel.${channel}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {CHOSEN_TOPICS.map((topic) => (
                <TopicRow key={topic} topic={topic}>
                  {offered.map((channel) => (
                    <td key={channel} className="text-center">
                      <Choice channel={channel} topic={topic} isOn={channels[channel].includes(topic)} />
                    </td>
                  ))}
                </TopicRow>
              ))}
              <TopicRow topic="security">
                <td colSpan={offered.length} className="px-3 text-center text-paper-2">
                  {t('settings:always')}
                </td>
              </TopicRow>
            </tbody>
          </table>
        </div>
        {CHANNELS.map((channel) => (
          <input key={channel} type="hidden" name={channel} value="" />
        ))}
        {/* the table has no column for mail: hidden fields keep the previous choice */}
        {mail === 'off' &&
          channels.mail.map((topic) => <input key={topic} type="hidden" name="mail" value={topic} />)}
        <div className="flex flex-wrap gap-3">
          <Submit>{t('settings:channelsSave')}</Submit>
          <LinkButton look="ghost" href="/notifications">
            {t('nav:notifications')}
          </LinkButton>
        </div>
      </form>
    </div>
  );
}

function TopicRow({ topic, children }: { topic: NotificationTopic; children: ReactNode }) {
  const t = useT();
  return (
    <tr className="border-t border-line-1">
      <th scope="row" className="px-4 py-3 text-start font-500">
        {t(`settings:topic.${topic}`)}
      </th>
      {children}
    </tr>
  );
}

function Choice({ channel, topic, isOn }: { channel: Channel; topic: NotificationTopic; isOn: boolean }) {
  const t = useT();
  return (
    <label className="inline-flex min-h-11 min-w-11 items-center justify-center">
      <span className="sr-only">
        {t(`settings:topic.${topic}`)}: {t(`settings:channel.${channel}`)}
      </span>
      <input type="checkbox" name={channel} value={topic} defaultChecked={isOn} />
    </label>
  );
}
