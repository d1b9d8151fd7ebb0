import { z } from 'zod';
import { DirectoryPage } from '#components/leagues/DirectoryPage.tsx';
import { page } from '#framework/define.ts';
import { directoryView } from '#services/leagues/directory-view.ts';

export default page({
  limit: 'read',
  query: z.object({ page: z.coerce.number().int().min(1).max(1_000).catch(1).default(1) }),
  load: (ctx) => directoryView(ctx, ctx.query.page),
  head: ({ t }) => ({ title: t('leagues:directory.title'), robots: 'noindex' }),
  view: ({ data }) => <DirectoryPage {...data} />,
});
