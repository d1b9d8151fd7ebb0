import { PAGE_READERS, type PageReaders } from '#core/account/page-readers.ts';
import { usePage } from '#framework/page.tsx';
import { traderPageHref } from '../leaderboard/hrefs.ts';
import { Section } from './Section.tsx';

/** Who may read the reader's own page. */
export function PageSection({ readers }: { readers: PageReaders }) {
  const { t, user } = usePage();
  return (
    <Section id="page" title={t('page:setting')} hint={t('page:settingHint')}>
      <form
        className="card flex flex-wrap items-center gap-x-6 gap-y-3 p-4"
        method="post"
        action="/api/user/page"
      >
        <fieldset className="grid flex-1 gap-3">
          <legend className="sr-only">{t('page:readers')}</legend>
          {PAGE_READERS.map((each) => (
            <label key={each} className="flex min-h-6 items-center gap-3">
              <input type="radio" name="readers" value={each} defaultChecked={each === readers} />
              {t(`page:${each}`)}
            </label>
          ))}
        </fieldset>
        {user && !user.isAdmin && (
          <a className="btn btn-secondary" href={traderPageHref(user.username)}>
            {t('page:view')}
          </a>
        )}
        <button type="submit" className="btn btn-primary">
          {t('page:save')}
        </button>
      </form>
    </Section>
  );
}
