import { z } from 'zod';
import { RecordingsPage } from '#components/site/RecordingsPage.tsx';
import { localDate } from '#core/locale/format.ts';
import { listRecordings } from '#db/queries/recordings.ts';
import { page } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import LiveRegion from '#islands/LiveRegion.ts';
import RecordingForms from '#islands/RecordingForms.ts';

/** Only staff changes the list. */
const LIVE = { leastMs: 1_000 };

export default page({
  query: z.object({ delete: z.string().max(20).optional() }),
  async load({ services, locale, zone }) {
    try {
      const recordings = await listRecordings(services.sql);
      return recordings.map((recording) => ({
        ...recording,
        date: localDate(new Date(recording.createdAt), locale, zone),
      }));
    } catch (error) {
      services.log.error({ err: error }, 'the recordings could not be read');
      return null;
    }
  },
  head: ({ t }) => ({ title: t('recordings:title') }),
  view: ({ data, ctx, t }) => {
    const list = (
      <RecordingsPage recordings={data} deleting={ctx.query.delete} values={ctx.flash?.values ?? {}} />
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
