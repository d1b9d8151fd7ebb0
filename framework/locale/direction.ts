/** The writing direction of a language. */
import type { SiteLocale } from '../register.ts';

export type Direction = 'ltr' | 'rtl';

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur', 'yi']);

export const directionOf = (locale: SiteLocale): Direction => (RIGHT_TO_LEFT.has(locale) ? 'rtl' : 'ltr');
