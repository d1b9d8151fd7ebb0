import { DEFAULT_LOCALE, DEFAULT_ZONE, LOCALES } from '#core/locale/locale.ts';
import { createLanguages } from '#framework/locale/languages.ts';

/** The languages Paperpit speaks, and in which one a request is answered. */
export const languages = createLanguages({ all: LOCALES, fallback: DEFAULT_LOCALE, zone: DEFAULT_ZONE });
