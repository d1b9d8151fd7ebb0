import { z } from 'zod';
import { JoinLinksPage } from '#components/admin/JoinLinksPage.tsx';
import { formatDateTime, formatNumber } from '#core/locale/format.ts';
import { page } from '#framework/define.ts';
import { copyLink } from '../../_copy-link.tsx';

const PAGE_SIZE = 50;

export default page({
  access: 'admin',
  query: z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1) }),
  async load({ services: { joinLinks, settings, databaseClock }, query, flash, locale, zone }) {
    // one row too many means that there is a next page
    const rows = await joinLinks.list({ offset: (query.page - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 });
    return {
      values: flash?.values ?? {},
      issues: flash?.issues ?? {},
      page: query.page,
      pages: rows.length > PAGE_SIZE ? query.page + 1 : query.page,
      links: rows.slice(0, PAGE_SIZE).map(({ id, code, label, uses, maxUses, endsAt, createdBy }) => ({
        id,
        label,
        address: `${settings.publicUrl}/join/${code}`,
        uses: formatNumber(uses),
        maxUses: formatNumber(maxUses),
        ends: formatDateTime(endsAt, { locale, zone }),
        isOpen: endsAt.getTime() > databaseClock.now() && uses < maxUses,
        createdBy,
      })),
    };
  },
  head: ({ t }) => ({ title: t('join:links') }),
  view: ({ data, t }) => <JoinLinksPage {...data} withCopy={copyLink(t)} />,
});
