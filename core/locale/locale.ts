/** The languages Paperpit speaks. */

export const LOCALES = ['en', 'he'] as const;
export type Locale = (typeof LOCALES)[number];

/** What a language is formatted with: money and figures stay US style in both. */
export const DEFAULT_LOCALE: Locale = 'en';
export const DEFAULT_ZONE = 'Asia/Jerusalem';
