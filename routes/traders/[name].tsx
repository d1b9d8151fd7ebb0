import { z } from 'zod';
import { localHref } from '#components/layout/local-href.ts';
import { traderPageHref } from '#components/leaderboard/hrefs.ts';
import { TraderPage } from '#components/trader/TraderPage.tsx';
import { usernameKey } from '#core/account/username.ts';
import { page, redirect } from '#framework/define.ts';
import { cardHref } from '#services/home/link-cards.ts';
import { READABLE } from '#services/platform/public-pages.ts';
import { findPage, readTraderPage } from '#services/trader/trader-page.ts';
import { shareLink } from '../_share-link.tsx';

export default page({
  ...READABLE,
  params: z.object({ name: z.string().max(60) }),
  async load(ctx) {
    const { params, services, user, locale } = ctx;
    const name = decoded(params.name);
    const trader = await findPage(services, name, user);
    const path = localHref(traderPageHref(trader.username), { user, locale });
    // 301 for another spelling; 302 for a former name, which another trader may take one day
    if (name !== trader.username)
      throw redirect(path, usernameKey(name) === usernameKey(trader.username) ? 301 : 302);
    const publicPath = localHref(traderPageHref(trader.username), { user: null, locale });
    return { trader: await readTraderPage(ctx, trader), address: services.settings.publicUrl + publicPath };
  },
  head: ({ data: { trader, address }, t, ctx: { services, locale } }) => ({
    title: `${trader.username} · Paperpit`,
    description: t('page:about', { name: trader.username }),
    type: 'profile',
    image: cardHref(traderPageHref(trader.username), locale),
    jsonLd: aboutTrader(trader.username, address, services.settings.publicUrl, t('nav:leaderboards')),
  }),
  view: ({ data: { trader, address }, t }) => <TraderPage trader={trader} share={shareLink(t, address)} />,
});

/** Returns the decoded name of an address; empty, which is no trader's name, when decoding fails. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}

/** Returns structured data: the person and the breadcrumbs. */
const aboutTrader = (name: string, url: string, site: string, board: string) => ({
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'ProfilePage', url, mainEntity: { '@type': 'Person', name, identifier: name } },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: board, item: `${site}/leaderboards` },
        { '@type': 'ListItem', position: 2, name },
      ],
    },
  ],
});
