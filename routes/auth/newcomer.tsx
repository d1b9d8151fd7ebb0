import { NewcomerPage } from '#components/account/NewcomerPage.tsx';
import { page, redirect } from '#framework/define.ts';
import { isOver, readNewcomer } from '#services/account/discord.ts';

/** Asks somebody from Discord before a second trader is made in a browser. */
export default page({
  access: 'public',
  async load({ request, user, services }) {
    const newcomer = readNewcomer(request, services);
    if (user) throw redirect(newcomer?.next ?? '/');
    if (!newcomer || isOver(newcomer, services.clock.now())) throw redirect('/auth');
    const { next, names } = newcomer;
    return { next, discord: names[0]!, username: await services.accounts.nameForDiscord(names) };
  },
  head: ({ t }) => ({ title: t('safety:newcomerTitle') }),
  view: ({ data }) => <NewcomerPage {...data} />,
});
