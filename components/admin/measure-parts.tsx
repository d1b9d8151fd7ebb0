import type { ComponentProps } from 'react';
import { MOST_STAFF_REASON } from '#core/contract/fields.ts';
import { useT } from '#framework/page.tsx';
import { pictureOf } from '../shop/hrefs.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Field } from '../ui/Field.tsx';
import { Bdi } from '../ui/figures.tsx';

/** The trader that a measure is about; formatted texts. */
export type AffectedTrader = {
  username: string;
  /** Id of the logo, an item of the shop; null without one. */
  logo: string | null;
  /** The place in the season; null for an unranked trader. */
  place: string | null;
  traders: string;
  /** Dollars; null when the trader has no account in the season. */
  equity: string | null;
};

/** Picture, name, place and portfolio value of a trader, so that an admin does not confuse two names. */
export function Affected({ username, logo, place, traders, equity }: AffectedTrader) {
  const t = useT();
  return (
    <p className="mb-4 flex items-center gap-4">
      <Avatar username={username} logoUrl={pictureOf(logo)} size={56} />
      <span className="min-w-0">
        <span className="block font-600 [overflow-wrap:anywhere]">
          <bdi>{username}</bdi>
        </span>
        <span className="flex flex-wrap gap-x-3 text-paper-2">
          <span>
            {place === null ? (
              t('seasons:unplaced')
            ) : (
              <>
                <bdi>{t('trader:place', { place })}</bdi> {t('competition:placeOf', { total: traders })}
              </>
            )}
          </span>
          {equity && <Bdi>{equity}</Bdi>}
        </span>
      </span>
    </p>
  );
}

/** The field for the reason of a measure. */
export const ReasonField = (field: Omit<ComponentProps<typeof Field>, 'name'>) => (
  <Field name="reason" maxLength={MOST_STAFF_REASON} required dir="auto" {...field} />
);

type GivenProps = { as?: 'p' | 'li'; place?: string; children: string };

/** The typed reason in the dialog that confirms a measure. */
export const GivenReason = ({ as: Tag = 'p', place = '', children }: GivenProps) => (
  <Tag dir="auto" className={`border-s-2 border-line-2 ps-3 text-paper-2 [overflow-wrap:anywhere] ${place}`}>
    {children}
  </Tag>
);
