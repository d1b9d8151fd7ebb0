/** Announcements in the words of their reader. */
import type { AnnouncementText } from '#core/announcements/announcements.ts';
import { type Locale, textIn } from '#core/locale/locale.ts';
import type { Text } from '#framework/failure.ts';
import type { Translate } from '#framework/page.tsx';
import type { SayText } from '../platform/say.ts';
import type { Settings } from '../platform/settings.ts';

/** Returns the text of an announcement in a language. */
export const wordAnnouncement = (say: SayText, text: AnnouncementText, locale: Locale): string =>
  'en' in text ? textIn(text, locale) : say(text as Text | readonly Text[], locale);

/** Returns the sentence that says where announcements go. */
export function channelsText(
  { smtpUrl, discordWebhookUrl }: Pick<Settings, 'smtpUrl' | 'discordWebhookUrl'>,
  t: Translate,
): string {
  const others = smtpUrl ? (discordWebhookUrl ? 'both' : 'mail') : discordWebhookUrl ? 'discord' : 'alone';
  return `${t('announcements:channels.site')} ${t(`announcements:channels.${others}`)}`;
}
