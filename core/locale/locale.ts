/** The languages Paperpit speaks. One more is a line here and its texts in `locales/`. */

/** `dates`: the locale whose date format it uses. `inMonth`: a prefix of the month's name after a day. */
type Language = { name: string; dates: string; inMonth: string; hasOrdinals: boolean };

/** By code; `name` is the language's own. Money and figures are in US style in all languages. */
export const LANGUAGES = {
  en: { name: 'English', dates: 'en-US', inMonth: '', hasOrdinals: true },
  he: { name: 'עברית', dates: 'he-IL', inMonth: 'ב', hasOrdinals: false },
} satisfies Record<string, Language>;
export type Locale = keyof typeof LANGUAGES;

export const LOCALES = Object.keys(LANGUAGES) as [Locale, ...Locale[]];
export const DEFAULT_LOCALE: Locale = 'en';
export const DEFAULT_ZONE = 'Asia/Jerusalem';

/** Returns the other languages of a page. */
export const otherLocales = (locale: Locale): Locale[] => LOCALES.filter((each) => each !== locale);
