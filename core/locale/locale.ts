/** The languages of the site. A new language needs an entry here and its texts in `locales/`. */

/** `dates`: the locale that formats dates in this language. `inMonth`: the prefix that a month's name gets after a day. */
type Language = { name: string; offer: Offer; dates: string; inMonth: string };
/** The sentence and the link that offer a page in this language to a reader of another language. */
type Offer = { text: string; link: string };

/** The languages by code of two letters (ISO 639-1); `name` is in the language itself. Money and figures are in US style in all languages. */
export const LANGUAGES = {
  en: {
    name: 'English',
    dates: 'en-US',
    inMonth: '',
    offer: { text: 'This page is also in English', link: 'Read in English' },
  },
  he: {
    name: 'עברית',
    dates: 'he-IL',
    inMonth: 'ב',
    offer: { text: 'הדף הזה קיים גם בעברית', link: 'לעברית' },
  },
} satisfies Record<string, Language>;
export type Locale = keyof typeof LANGUAGES;

export const LOCALES = Object.keys(LANGUAGES) as [Locale, ...Locale[]];
export const DEFAULT_LOCALE: Locale = 'en';
export const DEFAULT_ZONE = 'Asia/Jerusalem';

export const otherLocales = (locale: Locale): Locale[] => LOCALES.filter((each) => each !== locale);

export const inEachLanguage = <T>(make: (locale: Locale) => T): Record<Locale, T> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Record<Locale, T>;

/** A text that people wrote in each language. It lacks a language that the site got later; see `textIn`. */
export type WrittenText = Record<Locale, string>;

/** Returns a written text in a language, or in the default language when the text lacks that language. */
export const textIn = (text: WrittenText, locale: Locale): string => text[locale] ?? text[DEFAULT_LOCALE];
