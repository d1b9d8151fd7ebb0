import { initials } from '#core/account/username.ts';
import { Own } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';

type Props = {
  username: string;
  logoUrl: string | null;
  /** As text; null outside of seasons and for admins. */
  equity: string | null;
  /** Where they stand, or what they are. */
  place: string | null;
};

/** Octagon, name, equity and place of the reader. Its classes are the same for everybody: pages share their rules. */
export function AccountFace({ username, logoUrl, equity, place }: Props) {
  return (
    <>
      <span className="octagon account-octagon" aria-hidden="true">
        {logoUrl ? <img src={logoUrl} width={30} height={30} alt="" /> : initials(username)}
      </span>
      <span className="account-text">
        <bdi className="account-name">{username}</bdi>
        <span className="account-line">
          <Bdi>{equity}</Bdi>
          <span className="account-place">{place}</span>
        </span>
      </span>
    </>
  );
}

/** Where a page has its reader's: drawn apart, so that readers may share the page. */
export const OwnFace = () => <Own name="face" />;
