import type { ReactNode } from 'react';
import type { RankData } from '#core/leaderboard/rank.ts';
import { type CatalogueItem, DEFAULT_BANNER } from '#core/shop/catalogue.ts';
import { asset } from '#framework/asset.ts';
import { useT } from '#framework/page.tsx';
import { RANK_TEXT, RankLetter, useRankName } from '../leaderboard/rank-parts.tsx';
import { Avatar } from '../ui/Avatar.tsx';

export type Outfit = {
  banner: CatalogueItem | null;
  logo: CatalogueItem | null;
  badge: CatalogueItem | null;
};

type Props = Outfit & {
  username: string;
  heading: 'h1' | 'h2';
  headingId?: string;
  /** The size of the avatar, px. */
  size: number;
  /** Content at the upper end of the banner. */
  action?: ReactNode;
  facts: readonly ReactNode[];
};

/** A trader as other readers see them: banner, avatar, name and badge. */
export function Who(props: Props) {
  const { username, banner, logo, badge, heading: Heading, headingId, size, action, facts } = props;
  return (
    <header className="who" data-banner={banner?.id}>
      <div className="who-banner">
        <img src={asset((banner ?? DEFAULT_BANNER).picture)} width={960} height={240} alt="" />
      </div>
      {action && <div className="who-action">{action}</div>}
      <div className="who-name">
        <span className="who-avatar octagon" data-logo={logo?.id}>
          <Avatar username={username} logoUrl={logo && asset(logo.picture)} size={size} />
        </span>
        <div className="min-w-0">
          <Heading
            id={headingId}
            className={`flex items-center gap-3 ${Heading === 'h1' ? 'text-h1' : 'text-h2'}`}
          >
            <BadgedName username={username} badge={badge} />
          </Heading>
          <p className="facts">
            {facts.map((fact, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
              <span key={i}>{fact}</span>
            ))}
          </p>
        </div>
      </div>
    </header>
  );
}

/** "Δ COMMANDER III" in the rank's colour. */
export function RankMark({ rank: { rank, miniRank } }: { rank: RankData }) {
  const nameOf = useRankName();
  return (
    <span className={`inline-flex items-center gap-1 ${RANK_TEXT[rank]}`}>
      <RankLetter rank={rank} className="h-3.5 w-3.5" />
      <bdi>{nameOf(rank, miniRank)}</bdi>
    </span>
  );
}

export function BadgedName({ username, badge }: { username: string; badge: CatalogueItem | null }) {
  return (
    <>
      <bdi className="[overflow-wrap:anywhere]">{username}</bdi>
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
    </>
  );
}

const NOTE = 'sim-note';

/** The mark of a simulated trader. A press explains it. */
export function SimMark() {
  const t = useT();
  return (
    <button type="button" className="sim-mark" popoverTarget={NOTE}>
      {t('sim:mark')}
    </button>
  );
}

/** The explanation that every SimMark opens; once on each page. */
export function SimNote() {
  const t = useT();
  return (
    <p id={NOTE} className="sim-note popover" popover="auto">
      {t('sim:about')}
    </p>
  );
}
