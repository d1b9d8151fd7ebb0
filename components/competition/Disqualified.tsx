import { useT } from '#framework/page.tsx';

/** Why a trader is out of the ranking, in the words of the admin, whatever language they are in. */
export function Disqualified({ reason }: { reason: string }) {
  const t = useT();
  return (
    <span className="block whitespace-normal text-caption text-loss">
      {t('seasons:disqualified')}: <bdi>{reason}</bdi>
    </span>
  );
}
