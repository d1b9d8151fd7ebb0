import type { CatalogueItem } from '#core/items.ts';
import type { RankData } from '#core/ranks.ts';
import { RankLetter } from '../art/RankLetter.tsx';
import { asset } from '../asset.ts';
import { useT } from '../page.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { NUMERALS } from '../ui/Marks.tsx';
import { RANK_TEXT } from '../ui/rankColor.ts';
import { EquipForm } from './EquipForm.tsx';

export type Who = {
  username: string;
  level: number;
  rank: RankData;
  banner: CatalogueItem | null;
  logo: CatalogueItem | null;
  badge: CatalogueItem | null;
};

type Props = Who & {
  /** Where taking the banner off leads back to. */
  here: string;
};

/** Banner behind, avatar, name and badge, level and rank. */
export function ProfileHeader({ username, level, rank, banner, logo, badge, here }: Props) {
  const t = useT();
  return (
    <header className="profile-head" data-banner={banner?.id}>
      <div className="profile-banner">
        {banner && <img src={asset(banner.picture)} width={960} height={240} alt="" />}
      </div>
      {banner && (
        <div className="profile-remove">
          <EquipForm
            item={banner}
            unequip
            here={here}
            busy={t('profile:removingBanner')}
            look="btn-secondary"
          >
            {t('profile:removeBanner')}
          </EquipForm>
        </div>
      )}
      <div className="profile-who">
        <span className="profile-avatar octagon" data-logo={logo?.id}>
          <Avatar username={username} logoUrl={logo && asset(logo.picture)} size={104} />
        </span>
        <div className="min-w-0">
          <h1 className="flex items-center gap-3 text-h1">
            <bdi className="truncate">{username}</bdi>
            {badge && (
              <img
                className="shrink-0"
                src={asset(badge.picture)}
                width={28}
                height={28}
                alt={badge.name}
                title={badge.name}
              />
            )}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-paper-2">
            <span>{t('profile:level', { level })}</span>
            <span aria-hidden="true" className="text-paper-3">
              ·
            </span>
            <span className={`inline-flex items-center gap-1 ${RANK_TEXT[rank.rank]}`}>
              <RankLetter rank={rank.rank} className="h-3.5 w-3.5" />
              <bdi dir="ltr">
                {rank.rank} {NUMERALS[rank.miniRank - 1]}
              </bdi>
            </span>
          </p>
        </div>
      </div>
    </header>
  );
}
