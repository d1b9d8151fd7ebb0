import { HomePage, TIP_COUNT, TIP_SECONDS } from '#components/home/HomePage.tsx';
import { LandingPage } from '#components/home/LandingPage.tsx';
import { HomeMarket, MemberHome } from '#components/home/MemberHome.tsx';
import { CHART_PATH } from '#core/season/game.ts';
import { page, redirect } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import Countdown from '#islands/Countdown.ts';
import LiveRegion from '#islands/LiveRegion.ts';
import Tips from '#islands/Tips.ts';
import { readLanding } from '#services/home/landing.ts';
import { readMemberHome } from '#services/home/member-home.ts';
import { READABLE } from '#services/platform/public-pages.ts';

const LIVE = { on: ['account'], everyMs: 10_000, leastMs: 5_000 };

/** The landing page for visitors, and the home of members; guests are redirected to practice. */
export default page({
  ...READABLE,
  async load(ctx) {
    const { user } = ctx;
    if (user?.isGuest) throw redirect(CHART_PATH.practice);
    if (!user) return { landing: await readLanding(ctx), member: null };
    // all readers see the same tip at the same time
    const tip = Math.floor(ctx.services.clock.now() / 1000 / TIP_SECONDS) % TIP_COUNT;
    return { landing: null, member: { tip, home: await readMemberHome({ ...ctx, user }) } };
  },
  head: ({ ctx: { user, services }, t }) => ({
    title: user ? 'Paperpit' : t('landing:title'),
    description: t('landing:about'),
    jsonLd: aboutSite(services.settings.publicUrl, t('landing:about')),
  }),
  view: ({ data: { landing, member } }) => (
    <>
      {landing && <LandingPage view={landing} />}
      {member && (
        <>
          <Attach behaviour={LiveRegion} props={LIVE}>
            <div data-region="home" data-equity>
              <MemberHome {...member.home} countdown={Countdown} />
            </div>
          </Attach>
          <Attach behaviour={Tips} props={{ period: TIP_SECONDS }}>
            <HomePage tip={member.tip} />
          </Attach>
          <Attach behaviour={LiveRegion} props={LIVE}>
            <div data-region="home-market">
              <HomeMarket {...member.home} />
            </div>
          </Attach>
        </>
      )}
    </>
  ),
});

const aboutSite = (url: string, description: string) => ({
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'WebSite', name: 'Paperpit', url: `${url}/`, description },
    { '@type': 'Organization', name: 'Paperpit', url: `${url}/` },
  ],
});
