import type { PracticeReason } from '#core/season/terms.ts';
import { useT } from '#framework/page.tsx';

/** Beside a prize that is not played for. */
export function PracticeMark({ reasons }: { reasons: readonly PracticeReason[] }) {
  const t = useT();
  if (reasons.length === 0) return null;
  return <span className="block text-small font-500 text-loss">{t('seasons:practice')}</span>;
}

/** Why a season is practice, not for prizes. Nothing where it is not. */
export function PracticeNote({ reasons, isNext }: { reasons: readonly PracticeReason[]; isNext?: boolean }) {
  const t = useT();
  if (reasons.length === 0) return null;
  return (
    <div role="note" className="card my-5 border-s-4 border-s-loss p-4 text-body">
      <p className="font-600">{t(isNext ? 'seasons:practiceNext' : 'seasons:practice')}</p>
      <ul className="mt-1 text-paper-2">
        {reasons.map((reason) => (
          <li key={reason}>{t(`seasons:practiceReasons.${reason}`)}</li>
        ))}
      </ul>
    </div>
  );
}
