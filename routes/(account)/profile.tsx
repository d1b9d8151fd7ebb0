import { z } from 'zod';
import { profileHref } from '#components/profile/hrefs.ts';
import { Items } from '#components/profile/Items.tsx';
import { Overview } from '#components/profile/Overview.tsx';
import { ProfileNotFound, ProfilePage } from '#components/profile/ProfilePage.tsx';
import { Trades } from '#components/profile/Trades.tsx';
import { itemsOf, itemTypeOf, PROFILE_TABS, type ProfileTab, TRADE_SHOWS } from '#core/account/profile.ts';
import { pollMs } from '#core/contract/events.ts';
import { SeasonChoice } from '#core/contract/fields.ts';
import { listAnchor } from '#core/contract/list-page.ts';
import { page } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import EquipForms from '#islands/EquipForms.ts';
import LiveRegion from '#islands/LiveRegion.ts';
import { showInFrame } from '#services/account/reader.ts';
import { type ProfileData, readProfile } from '#services/trader/profile.ts';

/** Trades, changed items and trade prints of held symbols change the profile. */
const LIVE = { on: ['account'], leastMs: 1_000, links: true };
const EVERY_MS = 60_000;

export default page({
  query: z.object({
    tab: z.enum(PROFILE_TABS).optional(),
    show: z.enum(TRADE_SHOWS).optional(),
    page: z.string().optional(),
    ...listAnchor,
    season: SeasonChoice.optional(),
  }),

  async load({ services, query, user, request }) {
    const tab = query.tab ?? 'overview';
    const { page: number, before, after, season } = query;
    const view = { tab, show: query.show ?? 'closed', page: number, anchor: { before, after }, season };
    const data = await readProfile(services, user.id, view);
    if (data?.part?.kind === 'overview') showInFrame(request, data.part.equity);
    return { tab, data };
  },

  head: ({ t, data: { data } }) => ({ title: t(data ? 'profile:title' : 'profile:notFound') }),

  view: ({ data: { tab, data }, t }) => {
    if (!data) return <ProfileNotFound />;
    const tickers = tickersOf(data.part);
    const live = { ...LIVE, everyMs: pollMs(tickers.length, EVERY_MS) };
    return (
      <Attach
        behaviour={EquipForms}
        props={{
          texts: {
            success: t('shop:success'),
            error: t('shop:errorTitle'),
            failed: t('shop:failedEquip'),
          },
        }}
      >
        <Attach behaviour={LiveRegion} props={live}>
          <div
            data-region="profile"
            data-equity={tab === 'overview' ? '' : undefined}
            data-tickers={tickers.join(' ') || undefined}
          >
            <ProfilePage profile={data.profile} rank={data.rank} holdMinutes={data.holdMinutes} tab={tab}>
              <Part tab={tab} data={data} />
            </ProfilePage>
          </div>
        </Attach>
      </Attach>
    );
  },
});

function Part({ tab, data: { part, profile } }: { tab: ProfileTab; data: ProfileData }) {
  if (part?.kind === 'overview') return <Overview {...part} />;
  if (part?.kind === 'closed') return <Trades show="closed" {...part} />;
  if (part?.kind === 'open') return <Trades show="open" rows={part.rows} page={1} pages={1} />;
  const type = itemTypeOf(tab);
  return type && <Items type={type} {...itemsOf(profile, type)} here={profileHref(tab)} />;
}

function tickersOf(part: ProfileData['part']): string[] {
  if (part?.kind === 'overview') return part.symbols;
  return part?.kind === 'open' ? part.rows.map((row) => row.symbol) : [];
}
