import { z } from 'zod';
import { PeoplePage } from '#components/admin/PeoplePage.tsx';
import { usernameKey } from '#core/account/username.ts';
import { PEOPLE_TABS } from '#core/contract/account.ts';
import { formatDate } from '#core/locale/format.ts';
import { listPeople } from '#db/queries/account/people.ts';
import { page } from '#framework/define.ts';
import { accountState } from '#services/reports/lines.ts';

const PAGE_SIZE = 50;

export default page({
  access: 'staff',
  query: z.object({
    q: z.string().trim().max(254).catch('').default(''),
    show: z.enum(PEOPLE_TABS).catch('newest').default('newest'),
    page: z.coerce.number().int().min(1).max(1_000).catch(1).default(1),
  }),
  async load({ services: { sql, databaseClock }, query: { q, show, page: number }, locale, zone, t }) {
    const search = { nameKey: q === '' ? null : usernameKey(q), text: q, tab: show };
    // one row too many means that there is a next page
    const rows = await listPeople(sql, search, { offset: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 });
    return {
      q,
      show,
      page: number,
      pages: rows.length > PAGE_SIZE ? number + 1 : number,
      people: rows.slice(0, PAGE_SIZE).map((row) => ({
        id: row.id,
        username: row.username,
        joined: formatDate(row.createdAt, { locale, zone }),
        state: accountState(row, databaseClock.now(), { locale, zone, t }),
      })),
    };
  },
  head: ({ t }) => ({ title: t('people:title') }),
  view: ({ data }) => <PeoplePage {...data} />,
});
