import type { ButtonHTMLAttributes } from 'react';
import { LANGUAGES, LOCALES } from '#core/locale/locale.ts';
import { usePage } from '#framework/page.tsx';
import { Submit } from './Button.tsx';

const ACTION = '/api/language';

/** Sets the language of this browser and of the account. @param next address of the page to return to */
export function LanguageSwitch({ next }: { next: string }) {
  return (
    <form className="flex gap-2" method="post" action={ACTION}>
      <input type="hidden" name="next" value={next} />
      <LanguageButtons />
    </form>
  );
}

/**
 * Buttons that switch the language of a page with a form of long texts. They submit that form, so that the page in the
 * other language contains the typed texts.
 * @param form id of the form; it must have a field `next`
 */
export function FormLanguageSwitch({ form }: { form: string }) {
  return (
    <div className="flex gap-2">
      {/* Enter in a field presses the first button of the form, which must not switch the language */}
      <button type="submit" form={form} className="sr-only" tabIndex={-1} aria-hidden="true" />
      <LanguageButtons form={form} formAction={ACTION} formNoValidate />
    </div>
  );
}

type FormTarget = Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'form' | 'formAction' | 'formNoValidate'>;

function LanguageButtons(target: FormTarget) {
  const { locale } = usePage();
  return LOCALES.map((each) => (
    <Submit
      look="secondary"
      className="aria-pressed:border-paper"
      key={each}
      name="language"
      value={each}
      lang={each}
      aria-pressed={each === locale}
      {...target}
    >
      {LANGUAGES[each].name}
    </Submit>
  ));
}
