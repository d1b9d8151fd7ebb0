import { useT } from '#framework/page.tsx';

/** A change of a running season; finished texts. `reason` is null where none was given. */
export type ChangeView = {
  id: string;
  at: string;
  name: string;
  before: string;
  after: string;
  reason: string | null;
};

/** The changes that admins made after the start of a season; renders nothing without any. */
export function SeasonChanges({ changes }: { changes: readonly ChangeView[] }) {
  const t = useT();
  if (changes.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="changes">
      <h2 id="changes" className="text-h3">
        {t('terms:changes')}
      </h2>
      <ul className="card mt-3 px-4 [&>li+li]:border-t">
        {changes.map(({ id, at, name, before, after, reason }) => (
          <li key={id} className="py-3 text-body">
            <span className="block text-caption text-paper-3">
              <bdi>{at}</bdi>
            </span>
            {t('terms:changed', { name, before, after })}
            {reason !== null && (
              <span className="block text-size-small text-paper-2">
                {t('terms:because')} <bdi>{reason}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
