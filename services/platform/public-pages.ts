/** Options of a public page: an address per language, and a page cached for visitors. */
import type { Responsible } from '#components/site/LegalPage.tsx';
import { LOCALES } from '#core/locale/locale.ts';
import type { Settings } from './settings.ts';

/**
 * Proxies store a page for 3 s at most, and a process for 1 s: a decision about a winner is on every page within 5 s.
 */
export const READABLE = {
  access: 'public',
  locales: LOCALES,
  ownLanguage: true,
  cache: { sMaxAge: 2, swr: 1 },
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
