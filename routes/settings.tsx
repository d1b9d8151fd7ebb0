import { SettingsPage } from '#components/account/SettingsPage.tsx';
import CreativeMode from '#islands/CreativeMode.tsx';
import { page, redirect } from '#server/define.ts';

export default page({
  access: 'public',
  load({ user }) {
    if (!user) throw redirect('/login?next=%2Fsettings');
  },
  head: ({ t }) => ({ title: t('settings:title') }),
  view: ({ t }) => (
    <SettingsPage creative={<CreativeMode show={t('settings:show')} hide={t('settings:hide')} />} />
  ),
});
