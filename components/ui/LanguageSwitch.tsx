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
 * The switch of a page with a form of long texts: it sends the form's fields, which come back in the other language.
 * @param form id of that form, which has a field `next`
 */
export function FormLanguageSwitch({ form }: { form: string }) {
  return (
    <div className="flex gap-2">
      {/* Enter in a field presses the first button of its form */}
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
