import type { CatalogueItem } from '#core/shop/catalogue.ts';
import { asset } from '#framework/asset.ts';

/** A trader's name with the badge they wear. */
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
