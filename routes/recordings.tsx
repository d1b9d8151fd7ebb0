import { RecordingsPage } from '#components/recordings/RecordingsPage.tsx';
import { localDate } from '#core/locale/format.ts';
import { listRecordings } from '#db/queries/recordings.ts';
import { page } from '#framework/define.ts';
import RecordingsLive from '#islands/RecordingsLive.tsx';

export default page({
  async load({ services, locale, zone }) {
    const recordings = await listRecordings(services.sql);
    return recordings.map((recording) => ({
      ...recording,
      date: localDate(new Date(recording.createdAt), locale, zone),
    }));
  },
  head: ({ t }) => ({ title: t('recordings:title') }),
  view: ({ data, ctx, t }) => (
    <RecordingsPage
      recordings={data}
      values={ctx.flash?.values ?? {}}
      live={
        ctx.user?.isAdmin && (
          <RecordingsLive
            strings={{
              success: t('messages:success'),
              added: t('messages:recordingAdded'),
              deletedTitle: t('messages:recordingDeletedTitle'),
              deleted: t('messages:recordingDeleted'),
              errorTitle: t('messages:error'),
              missing: t('messages:recordingMissing'),
              addFailed: t('messages:recordingAddFailed'),
              deleteFailed: t('messages:recordingDeleteFailed'),
              adding: t('recordings:adding'),
            }}
          />
        )
      }
    />
  ),
});
