import { z } from 'zod';
import { Overview } from '#components/profile/Overview.tsx';
import { ProfileNotFound, ProfilePage } from '#components/profile/ProfilePage.tsx';
import { Trades } from '#components/profile/Trades.tsx';
import { PROFILE_TABS, TRADE_SHOWS } from '#core/profile.ts';
import { page } from '#server/define.ts';
import { type ProfileData, readProfile } from '#server/profile.ts';

export default page({
  query: z.object({
    tab: z.enum(PROFILE_TABS).optional(),
    show: z.enum(TRADE_SHOWS).optional(),
    page: z.string().optional(),
  }),

  async load({ services, query, user }) {
    const tab = query.tab ?? 'overview';
    const asked = { tab, show: query.show ?? 'closed', page: query.page };
    return { tab, data: await readProfile(services, user!.id, asked) };
  },

  head: ({ t, data: { data } }) => ({ title: t(data ? 'profile:title' : 'profile:notFound') }),

  view: ({ data: { tab, data } }) => {
    if (!data) return <ProfileNotFound />;
    return (
      <div data-live="profile">
        <ProfilePage profile={data.profile} rank={data.rank} tab={tab}>
          <Part part={data.part} />
        </ProfilePage>
      </div>
    );
  },
});

function Part({ part }: { part: ProfileData['part'] }) {
  if (part?.kind === 'overview') return <Overview {...part} />;
  if (part?.kind === 'closed') return <Trades show="closed" {...part} />;
  if (part?.kind === 'open') return <Trades show="open" rows={part.rows} page={1} pages={1} />;
  return null;
}
