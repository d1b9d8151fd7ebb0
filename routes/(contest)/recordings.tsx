import { z } from 'zod';
import { RecordingsPage } from '#components/site/RecordingsPage.tsx';
import { MOST_INT4, rowNumber } from '#core/contract/fields.ts';
import { formatDate, formatDateTime, localDate } from '#core/locale/format.ts';
import { listLibrary, listSeries, recordingById, type StoredRecording } from '#db/queries/recordings.ts';
import { page } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import LiveRegion from '#islands/LiveRegion.ts';
import RecordingForms from '#islands/RecordingForms.ts';
import { seenBy } from '#services/recordings/recordings.ts';

/** No event refreshes the list, because only the staff changes it. */
const LIVE = { leastMs: 1_000 };

const PAGE_SIZE = 100;

/** The id of a recording; undefined for a value that is no id. */
const recordingId = rowNumber(MOST_INT4).optional().catch(undefined);

export default page({
  query: z.object({
    q: z.string().trim().max(100).catch('').default(''),
    page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
    delete: recordingId,
    edit: recordingId,
  }),
  async load({ services, query: { q, page: number, ...dialog }, user, locale, zone }) {
    const { sql, recordings, membership, log } = services;
    const dialogId = user.isStaff ? (dialog.delete ?? dialog.edit) : undefined;
    const rowOf = (recording: StoredRecording) => ({
      ...seenBy(recording, user),
      date: localDate(new Date(recording.createdAt), locale, zone),
      // a calendar day, independent of the time zone
      day: recording.heldOn && formatDate(recording.heldOn, { locale }),
    });
    try {
      // one row too many means that there is a next page
      const search = { text: q, offset: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 };
      const [library, subject, series, deleted] = await Promise.all([
        listLibrary(sql, search),
        dialogId === undefined ? null : recordingById(sql, dialogId),
        user.isStaff ? listSeries(sql) : [],
        user.isStaff ? recordings.deleted() : [],
      ]);
      return {
        pages: library.length > PAGE_SIZE ? number + 1 : number,
        recordings: library.slice(0, PAGE_SIZE).map(rowOf),
        subject: subject && rowOf(subject),
        hasMembers: membership.isOn,
        series,
        deleted: deleted.map(({ id, title, until }) => ({
          id,
          title,
          until: formatDateTime(until, { locale, zone }),
        })),
      };
    } catch (error) {
      log.error({ err: error }, 'the recordings could not be read');
      return null;
    }
  },
  head: ({ t }) => ({ title: t('recordings:title') }),
  view: ({ data, ctx, t }) => {
    const { query, flash } = ctx;
    const list = (
      <RecordingsPage
        library={data}
        q={query.q}
        page={query.page}
        dialog={query.delete === undefined ? 'edit' : 'delete'}
        intent={crypto.randomUUID()}
        values={flash?.values ?? {}}
        issues={flash?.issues ?? {}}
      />
    );
    if (!ctx.user?.isStaff) return list;
    const strings = {
      success: t('messages:success'),
      added: t('messages:recordingAdded'),
      errorTitle: t('messages:error'),
      missing: t('errors:recordingMissing'),
      addFailed: t('messages:recordingAddFailed'),
      adding: t('recordings:adding'),
    };
    return (
      <Attach behaviour={RecordingForms} props={{ strings }}>
        <Attach behaviour={LiveRegion} props={LIVE}>
          {list}
        </Attach>
      </Attach>
    );
  },
});
