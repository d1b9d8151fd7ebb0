import { LOCALES, type WrittenText } from '#core/locale/locale.ts';
import { directionOf, useT } from '#framework/page.tsx';
import { BackLink } from '../ui/Links.tsx';
import { TextsForm } from './AnnouncementsPage.tsx';

type Props = {
  id: number;
  texts: WrittenText;
  /** The heading of an announcement in each language. */
  titles: WrittenText;
  /** When it was sent, and by whom; null while it is not. */
  sent: string | null;
  /** Where it goes. */
  channels: string;
  /** Values and issues of a refused form, by field. */
  values: Readonly<Record<string, string>>;
  issues: Readonly<Record<string, string>>;
};

/** /admin/announcements?id=ID: how an announcement reads in both languages; until it is sent it can be changed. */
export function AnnouncementPage({ id, texts, titles, sent, channels, values, issues }: Props) {
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-215 grid-cols-1 gap-6">
      <div>
        <BackLink href="/admin/announcements">{t('announcements:title')}</BackLink>
        <h1 className="mt-4 text-h1">{t(sent ? 'announcements:sentOne' : 'announcements:preview')}</h1>
        <p className="mt-2 max-w-[72ch] text-paper-2">{sent ?? channels}</p>
      </div>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {LOCALES.map((language) => (
          <section
            key={language}
            className="card p-4"
            lang={language}
            dir={directionOf(language)}
            data-preview={language}
          >
            <h2 className="text-body font-600">{titles[language]}</h2>
            <p className="mt-1 whitespace-pre-line break-words text-size-small text-paper-2">
              {texts[language]}
            </p>
          </section>
        ))}
      </div>
      {!sent && (
        <>
          <div className="flex flex-wrap gap-3">
            <form method="post" action={`/api/announcements/${id}/send`}>
              <button type="submit" className="btn btn-primary">
                {t('announcements:send')}
              </button>
            </form>
            <form method="post" action={`/api/announcements/${id}/delete`}>
              <button type="submit" className="btn btn-ghost text-loss">
                {t('announcements:delete')}
              </button>
            </form>
          </div>
          <section aria-labelledby="change">
            <h2 id="change" className="mb-3 text-h3">
              {t('announcements:change')}
            </h2>
            <TextsForm
              action={`/api/announcements/${id}`}
              values={Object.keys(issues).length > 0 ? values : texts}
              issues={issues}
              button={t('announcements:preview')}
            />
          </section>
        </>
      )}
    </div>
  );
}
