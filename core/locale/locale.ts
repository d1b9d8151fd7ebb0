/** The languages Paperpit speaks and which way each is written. */

export const LOCALES = ['en', 'he'] as const;
export type Locale = (typeof LOCALES)[number];
export type Direction = 'ltr' | 'rtl';

/** What a language is formatted with: money and figures stay US style in both (SPEC.md section 9). */
export const DEFAULT_LOCALE: Locale = 'en';
export const DEFAULT_ZONE = 'Asia/Jerusalem';

export function isLocale(value: unknown): value is Locale {
  return (LOCALES as readonly unknown[]).includes(value);
}

export function directionOf(locale: Locale): Direction {
  return locale === 'he' ? 'rtl' : 'ltr';
}
