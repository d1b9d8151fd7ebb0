import type { Responsible } from '#components/site/LegalPage.tsx';
import type { Settings } from './settings/settings.ts';

/** Who answers for the site, as its legal pages name them. */
export const responsible = ({
  legalName,
  contactEmail,
  contactPhone,
}: Pick<Settings, 'legalName' | 'contactEmail' | 'contactPhone'>): Responsible => ({
  operator: legalName,
  email: contactEmail,
  phone: contactPhone,
});
