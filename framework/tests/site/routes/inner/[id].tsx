import { z } from 'zod';
import { notFound, page } from '#framework/define.ts';

export default page({
  access: 'public',
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({ page: z.coerce.number().int().min(1).default(1), tab: z.string().optional() }),
  load: ({ params, query }) => {
    if (params.id === 7) throw notFound();
    return { id: params.id, page: query.page, tab: query.tab ?? 'none' };
  },
  head: ({ data }) => ({ title: `No ${data.id}` }),
  view: ({ data }) => (
    <p>
      {data.id}/{data.page}/{data.tab}
    </p>
  ),
});
