/** The kinds of notifications, and where each of them reaches a person. */

export const NOTIFICATION_TOPICS = [
  'order',
  'cover',
  'split',
  'season',
  'announcement',
  'message',
  'prize',
  'league',
  'report',
  'measure',
  'security',
] as const;
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number];

/** A key of the locales and the values of its placeholders. */
export type StoredText = {
  key: string;
  params?: Readonly<Record<string, string | number | readonly string[]>>;
};

export const CHANNELS = ['site', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * The kinds for which a person chooses channels. The kind `security` always appears in the site and has separate mails.
 */
export const CHOSEN_TOPICS = NOTIFICATION_TOPICS.filter((topic) => topic !== 'security');

/** The kinds that reach a person by each channel, `security` left out. */
export type ChosenChannels = Readonly<Record<Channel, readonly NotificationTopic[]>>;

/** Prizes are mailed unless the person switched that off, because an unclaimed prize goes to another trader. */
export const MAILED_TOPIC = 'prize' satisfies NotificationTopic;

/** A person's stored choice. A missing entry means yes for the site, and no for mail except for MAILED_TOPIC. */
export type StoredChannels = Partial<Record<NotificationTopic, Partial<Record<Channel, boolean>>>>;

export function readChannels(stored: StoredChannels): ChosenChannels {
  const by = (channel: Channel) =>
    CHOSEN_TOPICS.filter(
      (topic) => stored[topic]?.[channel] ?? (channel === 'site' || topic === MAILED_TOPIC),
    );
  return { site: by('site'), mail: by('mail') };
}

export function writeChannels({ site, mail }: ChosenChannels): StoredChannels {
  return Object.fromEntries(
    CHOSEN_TOPICS.map((topic) => [topic, { site: site.includes(topic), mail: mail.includes(topic) }]),
  );
}
