import { z } from 'zod';
import { JoinPage } from '#components/account/SignInPages.tsx';
import { page, redirect } from '#framework/define.ts';
import { closedEntry } from '#services/season/entry.ts';
import { currentRules, seasonFacts } from '#services/season/rules.ts';

/** The page of a join link: shows the season, its rules and the ways to register. Opening it counts no use. */
export default page({
  access: 'public',
  params: z.object({ code: z.string().max(100) }),
  async load(ctx) {
    const { request, user, params, services } = ctx;
    if (user && !user.isGuest) throw redirect('/');
    const code = params.code.trim().toUpperCase();
    await services.joinLinks.demandOpen(request, code);
    const { settings } = services;
    return {
      code,
      discord: settings.discordClientId !== undefined,
      season: seasonFacts(ctx),
      rules: currentRules(ctx),
      closed: closedEntry(services, ctx),
    };
  },
  head: ({ t }) => ({ title: t('join:title'), robots: 'noindex' }),
  view: ({ data }) => <JoinPage {...data} />,
});
