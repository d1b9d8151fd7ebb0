import type { ReactNode } from 'react';
import { outfitOf, PROFILE_TABS, type ProfileTab } from '#core/account/profile.ts';
import type { WireProfile } from '#core/contract/schemas/account.ts';
import type { RankData } from '#core/leaderboard/rank.ts';
import { useT } from '#framework/page.tsx';
import { TabLinks } from '../ui/TabLinks.tsx';
import { EquipForm } from './EquipForm.tsx';
import { profileHref } from './hrefs.ts';
import { LevelCard, TkfCard } from './Progress.tsx';
import { RankMark, Who } from './Who.tsx';

type Props = {
  profile: WireProfile;
  rank: RankData;
  holdMinutes: number;
  tab: ProfileTab;
  /** What the tab is about. */
  children: ReactNode;
};

/** /profile: the reader's own. */
export function ProfilePage({ profile, rank, holdMinutes, tab, children }: Props) {
  const t = useT();
  const { username, level, xp, xpToNextLevel, tkf } = profile;
  const { banner, logo, badge } = outfitOf(profile);
  return (
    <>
      <Who
        heading="h1"
        size={104}
        {...{ username, banner, logo, badge }}
        action={
          banner && (
            <EquipForm
              item={banner}
              unequip
              here={profileHref(tab)}
              busy={t('profile:removingBanner')}
              look="btn-secondary"
            >
              {t('profile:removeBanner')}
            </EquipForm>
          )
        }
        facts={[t('profile:level', { level }), <RankMark key="rank" rank={rank} />]}
      />
      <div className="mt-6 grid gap-4 lg:grid-cols-[3fr_2fr]">
        <LevelCard level={level} xp={xp} xpToNextLevel={xpToNextLevel} holdMinutes={holdMinutes} />
        <TkfCard tkf={tkf} />
      </div>
      <div className="mb-4 mt-5 scroll-mt-14" data-top="">
        <TabLinks
          label={t('profile:tabs')}
          tabs={PROFILE_TABS.map((name) => ({
            href: profileHref(name),
            label: t(`profile:${name}`),
            current: name === tab,
          }))}
        />
      </div>
      {children}
    </>
  );
}

/** For who is signed in and has none. */
export function ProfileNotFound() {
  const t = useT();
  return (
    <div className="grid justify-items-center gap-3 py-14 text-center">
      <h1 className="text-h1">{t('profile:notFound')}</h1>
      <p className="text-paper-2">{t('profile:notFoundText')}</p>
    </div>
  );
}
