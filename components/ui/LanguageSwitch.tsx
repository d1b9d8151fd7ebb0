import { LANGUAGES, LOCALES } from '#core/locale/locale.ts';
import { usePage } from '#framework/page.tsx';
import { Submit } from './Button.tsx';

/** Sets the language of this browser and of the account. @param next address of the page to return to */
export function LanguageSwitch({ next }: { next: string }) {
  const { locale } = usePage();
  return (
    <form className="flex gap-2" method="post" action="/api/language">
      <input type="hidden" name="next" value={next} />
      {LOCALES.map((each) => (
        <Submit
          look="secondary"
          className="aria-pressed:border-paper"
          key={each}
          name="language"
          value={each}
          lang={each}
          aria-pressed={each === locale}
        >
          {LANGUAGES[each].name}
        </Submit>
      ))}
    </form>
  );
}
