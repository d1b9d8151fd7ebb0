import { PrizesPage } from '#components/admin/PrizesPage.tsx';
import { formatPrize } from '#core/locale/format.ts';
import { writePrizeSplit } from '#core/season/prizes.ts';
import { page } from '#framework/define.ts';
import { prizesView } from '#services/season/rules.ts';

export default page({
  access: 'admin',
  load({ services: { seasons }, flash }) {
    const details = seasons.details();
    const season = seasons.current();
    const isOver = !season || season.endedAt !== null;
    return {
      season: (season?.number ?? 0) + (isOver ? 1 : 0),
      pool: formatPrize(details.prizePool),
      prizes: prizesView(details),
      percents: flash?.values?.percents ?? writePrizeSplit(details.prizeSplit),
      issue: flash?.issues?.percents,
    };
  },
  head: ({ t }) => ({ title: t('prizes:title') }),
  view: ({ data }) => <PrizesPage {...data} />,
});
