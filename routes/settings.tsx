import { SettingsPage } from '#components/account/SettingsPage.tsx';
import { countMessages } from '#db/queries/messages.ts';
import { page, redirect } from '#framework/define.ts';
import CreativeMode from '#islands/CreativeMode.tsx';
import SiteZoom from '#islands/SiteZoom.tsx';

export default page({
  access: 'public',
  async load({ user, services: { sql } }) {
    if (!user) throw redirect('/login?next=%2Fsettings');
    return { unread: user.isAdmin ? (await countMessages(sql)).unread : null };
  },
  head: ({ t }) => ({ title: t('settings:title') }),
  view: ({ data, t }) => (
    <SettingsPage
      unread={data.unread}
      creative={<CreativeMode show={t('settings:show')} hide={t('settings:hide')} />}
      zoom={<SiteZoom smaller={t('settings:smaller')} full={t('settings:full')} />}
    />
  ),
});
