import { useT } from '#framework/page.tsx';

const NOTE = 'sim-note';

/** Marks the name of a simulated trader; a press says what that is. */
export function SimMark() {
  const t = useT();
  return (
    <button type="button" className="sim-mark" popoverTarget={NOTE}>
      {t('sim:mark')}
    </button>
  );
}

/** The sentence that every mark of a page opens; once on each page. */
export function SimNote() {
  const t = useT();
  return (
    <p id={NOTE} className="sim-note popover" popover="auto">
      {t('sim:about')}
    </p>
  );
}
