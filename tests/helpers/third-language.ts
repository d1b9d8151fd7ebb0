/** Preloaded by a server, adds a made-up language with the texts of English, written from right to left. */
import { LANGUAGES, LOCALES } from '#core/locale/locale.ts';

Object.assign(LANGUAGES, { yi: { ...LANGUAGES.en, name: 'Yiddish' } });
(LOCALES as string[]).push('yi');
