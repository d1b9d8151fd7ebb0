import type { ReactNode } from 'react';
import { ITEM_TABS, isItemTab, outfitOf, PROFILE_TABS, type ProfileTab } from '#core/account/profile.ts';
import type { WireProfile } from '#core/contract/account.ts';
import type { RankData } from '#core/leaderboard/rank.ts';
import { formatNumber, formatQuantity } from '#core/locale/format.ts';
import { levelProgress } from '#core/progress/xp.ts';
import { useT } from '#framework/page.tsx';
import { RankMark, Who } from '../trader/Who.tsx';
import { Bdi, Tkf } from '../ui/figures.tsx';
import { TabLinks } from '../ui/Links.tsx';
import { Progress10 } from '../ui/Progress10.tsx';
import { profileHref } from './hrefs.ts';
import { EquipForm } from './Items.tsx';

type Props = {
  profile: WireProfile;
  rank: RankData;
  holdMinutes: number;
  tab: ProfileTab;
  children: ReactNode;
};

export function ProfilePage({ profile, rank, holdMinutes, tab, children }: Props) {
  const t = useT();
  const { username, level, xp, xpToNextLevel, tkf } = profile;
  const { banner, logo, badge } = outfitOf(profile);
  return (
    <>
      <Who
        heading="h1"
        size={104}
        username={username}
        banner={banner}
        logo={logo}
        badge={badge}
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
            label: isItemTab(name) ? t(`items:owned_${ITEM_TABS[name]}`) : t(`profile:${name}`),
            current: name === tab,
          }))}
        />
      </div>
      {children}
    </>
  );
}

/** Shown to a member without a profile. */
export function ProfileNotFound() {
  const t = useT();
  return (
    <div className="grid justify-items-center gap-3 py-14 text-center">
      <h1 className="text-h1">{t('profile:notFound')}</h1>
      <p className="text-paper-2">{t('profile:notFoundText')}</p>
    </div>
  );
}

type LevelProps = {
  level: number;
  /** Total XP, and XP to the next level, with up to 2 decimals. */
  xp: number;
  xpToNextLevel: number;
  /** Minutes that a position must be held to earn XP in this season; 0 for none. */
  holdMinutes: number;
};

function LevelCard({ level, xp, xpToNextLevel, holdMinutes }: LevelProps) {
  const t = useT();
  const { reached, needed, percent } = levelProgress(level, xpToNextLevel);
  const text = `${formatQuantity(reached)} / ${formatNumber(needed)}`;
  return (
    <section className="card p-4" aria-label={t('profile:progress')}>
      <p className="mb-3 flex items-baseline justify-between gap-4">
        <span className="text-h3">{t('profile:level', { level })}</span>
        <span className="text-h3 text-paper-3">{t('profile:level', { level: level + 1 })}</span>
      </p>
      <div className="text-xp">
        <Progress10 percent={percent} label={t('profile:toNext')} text={text} />
      </div>
      <dl className="mt-3 flex flex-wrap justify-between gap-x-6 gap-y-1 text-size-small text-paper-2">
        <div className="flex gap-1.5">
          <dt>
            <Bdi>XP</Bdi>
          </dt>
          <dd className="font-600 text-paper">
            <Bdi>{formatQuantity(xp)}</Bdi>
          </dd>
        </div>
        <div className="flex gap-1.5">
          <dt>{t('profile:toNext')}</dt>
          <dd className="font-600 text-paper">
            <Bdi>{text}</Bdi>
          </dd>
        </div>
      </dl>
      <p className="mt-3 text-caption text-paper-3">{t('profile:ruleEarn')}</p>
      <p className="text-caption text-paper-3">{t('profile:ruleLoss')}</p>
      {holdMinutes > 0 && (
        <p className="text-caption text-paper-3">{t('seasons:minHoldMinutesRule', { count: holdMinutes })}</p>
      )}
      <p className="mt-2 text-caption text-paper-3">{t('ranks:rule')}</p>
    </section>
  );
}

function TkfCard({ tkf }: { tkf: number }) {
  const t = useT();
  return (
    <section className="card p-4" aria-label={t('profile:tkf')}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-h3">{t('profile:tkf')}</h2>
        <p>
          <Tkf amount={tkf} look="text-stat" />
        </p>
      </div>
      <p className="text-caption text-paper-3">{t('profile:ruleUse')}</p>
      <p className="text-caption text-paper-3">{t('profile:ruleGain')}</p>
    </section>
  );
}
