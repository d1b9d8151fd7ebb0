import { NamePage } from '#components/account/DataPages.tsx';
import { formatDate } from '#core/locale/format.ts';
import { page } from '#framework/define.ts';

export default page({
  async load({ user, flash, locale, zone, services }) {
    const next = await services.names.nextChange(user.id);
    const mayNow = next <= services.databaseClock.now() || user.restriction?.kind === 'newName';
    return {
      next: mayNow ? null : formatDate(next, { locale, zone }),
      typed: flash?.values?.username ?? '',
      issue: flash?.issues?.username,
    };
  },
  head: ({ t }) => ({ title: t('safety:nameTitle') }),
  view: ({ data }) => <NamePage {...data} />,
});
