import { SavedRepliesPage } from '#components/admin/SavedRepliesPage.tsx';
import { listSavedReplies } from '#db/queries/replies.ts';
import { page } from '#framework/define.ts';

export default page({
  access: 'staff',
  load: async ({ services: { sql }, flash }) => ({
    saved: await listSavedReplies(sql),
    values: flash?.values ?? {},
    issues: flash?.issues ?? {},
  }),
  head: ({ t }) => ({ title: t('inbox:saved') }),
  view: ({ data }) => <SavedRepliesPage {...data} />,
});
