import { initials } from '#core/account/username.ts';
import { RANK_LOOK, type Rank } from '#core/leaderboard/rank.ts';
import { Own } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';

type Props = {
  username: string;
  logoUrl: string | null;
  /** As text; null outside of seasons and for admins. */
  equity: string | null;
  /** Where they stand, or what they are. */
  place: string | null;
  /** Level and rank in the place of both, with what there is to spend. */
  earned?: { level: string; rank: { name: Rank; words: string } | null; tkf: string };
};

/** Octagon, name, equity and place of the reader. Its classes are the same for everybody: pages share their rules. */
export function AccountFace({ username, logoUrl, equity, place, earned }: Props) {
  return (
    <>
      <span className="octagon account-octagon" aria-hidden="true">
        {logoUrl ? <img src={logoUrl} width={30} height={30} alt="" /> : initials(username)}
      </span>
      <span className="account-text">
        <bdi className="account-name">{username}</bdi>
        {earned ? (
          <span>
            {earned.level}
            {earned.rank && (
              <>
                {' · '}
                <bdi style={{ color: RANK_LOOK[earned.rank.name].colour }}>{earned.rank.words}</bdi>
              </>
            )}
          </span>
        ) : (
          <span className="account-line">
            <Bdi>{equity}</Bdi>
            <span className="account-place">{place}</span>
          </span>
        )}
      </span>
      {earned && <Bdi className="more-tkf">{earned.tkf} TKF</Bdi>}
    </>
  );
}

/** The places of the reader's face and level: filled in apart, so that readers can share the drawn page. */
export const OwnFace = () => <Own name="face" />;
export const OwnLevel = () => <Own name="level" />;
