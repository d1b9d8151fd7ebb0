import { NewcomerPage } from '#components/account/SignInPages.tsx';
import { page, redirect } from '#framework/define.ts';
import { isOver, readNewcomer } from '#services/account/discord.ts';

/** Asks a person from Discord without an account here before an account is made. */
export default page({
  access: 'public',
  async load({ request, user, services }) {
    const newcomer = readNewcomer(request, services);
    if (user && !user.isGuest) throw redirect(newcomer?.next ?? '/');
    if (!newcomer || isOver(newcomer, services.clock.now())) throw redirect('/auth');
    const { next, names } = newcomer;
    const isSecond = services.devices.read(request) !== null;
    return { next, isSecond, discord: names[0]!, username: await services.accounts.nameForDiscord(names) };
  },
  head: ({ t, data }) => ({
    title: t(data.isSecond ? 'safety:newcomerSecondTitle' : 'safety:newcomerTitle'),
  }),
  view: ({ data }) => <NewcomerPage {...data} />,
});
