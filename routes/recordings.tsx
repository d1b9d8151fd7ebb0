import { RecordingsPage } from '#components/recordings/RecordingsPage.tsx';
import { localDate } from '#core/format.ts';
import { listRecordings } from '#db/queries/recordings.ts';
import { page } from '#server/define.ts';

export default page({
  async load({ services, locale, zone }) {
    const recordings = await listRecordings(services.sql);
    return recordings.map((recording) => ({
      ...recording,
      date: localDate(new Date(recording.createdAt), locale, zone),
    }));
  },
  head: ({ t }) => ({ title: t('recordings:title') }),
  view: ({ data, ctx }) => <RecordingsPage recordings={data} values={ctx.flash?.values ?? {}} />,
});
