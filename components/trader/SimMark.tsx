import { useT } from '#framework/page.tsx';

/** Marks the name of a simulated trader. */
export function SimMark() {
  const t = useT();
  return (
    <span
      className="shrink-0 rounded-tag border border-line-2 px-1 text-micro font-500 text-paper-3"
      title={t('sim:about')}
    >
      {t('sim:mark')}
    </span>
  );
}
