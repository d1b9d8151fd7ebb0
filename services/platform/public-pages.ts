/** Options of a public page: an address per language, and a page cached for visitors. */
import type { Responsible } from '#components/site/LegalPage.tsx';
import { LOCALES } from '#core/locale/locale.ts';
import type { Settings } from './settings.ts';

export const READABLE = {
  access: 'public',
  locales: LOCALES,
  ownLanguage: true,
  cache: { sMaxAge: 10, swr: 60 },
} as const;

/** Returns the person or company responsible for the site, as its legal pages name them. */
export const responsible = ({
  legalName,
  contactEmail,
  contactPhone,
}: Pick<Settings, 'legalName' | 'contactEmail' | 'contactPhone'>): Responsible => ({
  operator: legalName,
  email: contactEmail,
  phone: contactPhone,
});
