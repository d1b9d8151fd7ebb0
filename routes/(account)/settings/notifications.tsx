import { ChannelsPage } from '#components/account/NotificationsPage.tsx';
import { readChannels } from '#core/account/notifications.ts';
import { findChannels } from '#db/queries/account/notifications.ts';
import { page } from '#framework/define.ts';

export default page({
  async load({ services: { sql, recovery }, user }) {
    const [stored, { email }] = await Promise.all([findChannels(sql, user.id), recovery.safetyOf(user.id)]);
    const withAddress = email === null ? ('address' as const) : ('on' as const);
    return { channels: readChannels(stored), mail: recovery.isMailOn ? withAddress : ('off' as const) };
  },
  head: ({ t }) => ({ title: t('settings:notifications') }),
  view: ({ data }) => <ChannelsPage {...data} />,
});
