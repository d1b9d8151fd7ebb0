import { useT } from '#framework/page.tsx';

/** A warning of an admin's; the day as the reader writes it. */
export type NoteView = { id: string; day: string; reason: string };

/** What the people behind the site had to say. */
export function Notes({ notes }: { notes: readonly NoteView[] }) {
  const t = useT();
  if (notes.length === 0) return null;
  return (
    <section className="card mt-6 p-4">
      <h2 className="text-h3">{t('reports:warned')}</h2>
      <ul className="mt-2 grid gap-1 text-paper-2">
        {notes.map(({ id, day, reason }) => (
          <li key={id} className="break-words">
            {day}: <bdi>{reason}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
