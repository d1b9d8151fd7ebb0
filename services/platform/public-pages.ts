/** Options of a public page: one address per language, cached for visitors. */
import type { Responsible } from '#components/site/LegalPage.tsx';
import { LOCALES } from '#core/locale/locale.ts';
import type { Settings } from './settings.ts';

/** A proxy stores a page for 3 s at most, a process for 1 s: a decision about a winner is on every page within 5 s. */
export const READABLE = {
  access: 'public',
  locales: LOCALES,
  ownLanguage: true,
  cache: { sMaxAge: 2, swr: 1 },
} as const;

/** Returns who is responsible for the site, as its legal pages name them. */
export const responsible = ({
  legalName,
  contactEmail,
  contactPhone,
}: Pick<Settings, 'legalName' | 'contactEmail' | 'contactPhone'>): Responsible => ({
  operator: legalName,
  email: contactEmail,
  phone: contactPhone,
});
