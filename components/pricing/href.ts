import { DEFAULT_LOCALE, type Locale } from '#core/locale/locale.ts';

/** Where the plans are in a language: that page has an address for each. */
export const pricingHref = (locale: Locale) =>
  locale === DEFAULT_LOCALE ? '/pricing' : `/${locale}/pricing`;
