import { z } from 'zod';
import { AnnouncementPage, AnnouncementsPage } from '#components/admin/AnnouncementsPage.tsx';
import { RowId } from '#core/contract/fields.ts';
import { pageCount } from '#core/contract/pages.ts';
import { formatDateTime } from '#core/locale/format.ts';
import { startOf } from '#core/locale/graphemes.ts';
import { inEachLanguage } from '#core/locale/locale.ts';
import { findWritten, listAnnouncements, listDrafts, silentKinds } from '#db/queries/announcements.ts';
import { notFound, type PageContext, page } from '#framework/define.ts';
import { channelsText, textsVersion, wordAnnouncement, wordTexts } from '#services/announcements/written.ts';

const PAGE_SIZE = 50;
const START_CHARS = 100;

export default page({
  access: 'admin',
  query: z.object({
    /** The id of an admin's announcement, sent or not. */
    id: RowId.shape.id.optional(),
    q: z.string().trim().max(100).catch('').default(''),
    page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
  }),
  async load(ctx) {
    const { id } = ctx.query;
    return id === undefined
      ? { list: await readList(ctx), one: null }
      : { list: null, one: await readOne(ctx, id) };
  },
  head: ({ t }) => ({ title: t('announcements:title') }),
  view: ({ data: { list, one } }) => (one ? <AnnouncementPage {...one} /> : <AnnouncementsPage {...list!} />),
});

async function readList({
  services,
  query,
  flash,
  locale,
  zone,
  t,
}: PageContext<{ q: string; page: number }>) {
  const { sql, say, settings } = services;
  const place = { search: query.q, offset: (query.page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  const [{ rows, total }, drafts, silent] = await Promise.all([
    listAnnouncements(sql, place),
    listDrafts(sql),
    silentKinds(sql),
  ]);
  return {
    channels: channelsText(settings, t),
    silent,
    drafts: drafts.map(({ id, message }) => ({
      id,
      start: startOf(wordAnnouncement(say, message, locale), START_CHARS),
    })),
    sent: rows.map(({ id, author, sentAt, discord, mailsLost, ...texts }) => ({
      id,
      ...wordTexts(say, texts, locale),
      when: formatDateTime(sentAt!, { locale, zone }),
      author,
      channels: [
        ...(discord ? [t(`announcements:discord.${discord}`)] : []),
        ...(mailsLost > 0 ? [t('announcements:mailsLost', { count: mailsLost })] : []),
      ],
    })),
    search: query.q,
    page: query.page,
    pages: pageCount(total, PAGE_SIZE),
    intent: crypto.randomUUID(),
    values: flash?.values ?? {},
    issues: flash?.issues ?? {},
  };
}

/** Reads an admin's announcement in both languages. @throws 404 */
async function readOne(
  { services: { sql, say, settings }, flash, locale, zone, t }: PageContext,
  id: number,
) {
  const written = await findWritten(sql, id);
  if (!written) throw notFound();
  const { title, message, sentAt, author } = written;
  return {
    id,
    texts: message,
    version: textsVersion(message),
    titles: inEachLanguage((language) => wordAnnouncement(say, title, language)),
    sent: sentAt && `${formatDateTime(sentAt, { locale, zone })} · ${author}`,
    channels: channelsText(settings, t),
    values: flash?.values ?? {},
    issues: flash?.issues ?? {},
  };
}
