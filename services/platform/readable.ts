/** Options of public pages: an address per language, and a cached page for visitors. */
import { LOCALES } from '#core/locale/locale.ts';

export const READABLE = {
  access: 'public',
  locales: LOCALES,
  ownLanguage: true,
  cache: { sMaxAge: 10, swr: 60 },
} as const;
