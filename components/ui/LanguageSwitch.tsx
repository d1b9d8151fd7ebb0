import { LOCALES } from '#core/locale/locale.ts';
import { usePage } from '#framework/page.tsx';

/** Each language by its own name. */
const NAMES = { en: 'English', he: 'עברית' } as const;

/** The reader's language, for this browser and the account. @param next the page to come back to */
export function LanguageSwitch({ next }: { next: string }) {
  const { locale } = usePage();
  return (
    <form className="flex gap-2" method="post" action="/api/language">
      <input type="hidden" name="next" value={next} />
      {LOCALES.map((each) => (
        <button
          key={each}
          type="submit"
          name="language"
          value={each}
          lang={each}
          aria-pressed={each === locale}
          className="btn btn-secondary aria-pressed:border-paper"
        >
          {NAMES[each]}
        </button>
      ))}
    </form>
  );
}
