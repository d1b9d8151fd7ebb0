/** What pages have in common that everyone may read: an address per language, kept whole for who is not signed in. */
import { LOCALES } from '#core/locale/locale.ts';

export const READABLE = {
  access: 'public',
  locales: LOCALES,
  ownLanguage: true,
  cache: { sMaxAge: 10, swr: 60 },
} as const;
