import type { ReactNode } from 'react';
import { itemsOf, PROFILE_TABS, type ProfileTab } from '#core/profile.ts';
import type { RankData } from '#core/ranks.ts';
import type { WireProfile } from '#core/wire/account.ts';
import { useT } from '../page.tsx';
import { TabLinks } from '../ui/TabLinks.tsx';
import { profileHref } from './hrefs.ts';
import { ProfileHeader } from './ProfileHeader.tsx';
import { LevelCard, TkfCard } from './Progress.tsx';

type Props = {
  profile: WireProfile;
  rank: RankData;
  tab: ProfileTab;
  /** What the tab is about. */
  children: ReactNode;
};

/** /profile: the reader's own. */
export function ProfilePage({ profile, rank, tab, children }: Props) {
  const t = useT();
  const { username, level, xp, xpToNextLevel, tkf } = profile;
  return (
    <>
      <ProfileHeader
        {...{ username, level, rank }}
        banner={itemsOf(profile, 'banner').active}
        logo={itemsOf(profile, 'logo').active}
        badge={itemsOf(profile, 'badge').active}
        here={profileHref(tab)}
      />
      <div className="mt-6 grid gap-4 min-[900px]:grid-cols-[3fr_2fr]">
        <LevelCard level={level} xp={xp} xpToNextLevel={xpToNextLevel} />
        <TkfCard tkf={tkf} />
      </div>
      <div className="mb-4 mt-5">
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
