import { useT } from '#framework/page.tsx';

/** Reasons of ours; all others are an admin's words. */
const OURS: Readonly<Record<string, 'seasons:accountDeleted' | 'seasons:accountSuspended'>> = {
  'account deleted': 'seasons:accountDeleted',
  'account suspended': 'seasons:accountSuspended',
};

/** Why a trader is out of the ranking, in the words of the admin, whatever language they are in. */
export function Disqualified({ reason }: { reason: string }) {
  const t = useT();
  const own = OURS[reason];
  return (
    <span className="block whitespace-normal text-caption text-loss">
      {t('seasons:disqualified')}: <bdi>{own ? t(own) : reason}</bdi>
    </span>
  );
}
