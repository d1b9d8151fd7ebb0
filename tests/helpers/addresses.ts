/** Every page of the site, from the list that the server mounts, so that a new route is tested automatically. */

import type { Locale } from '#core/locale/locale.ts';
import type { RouteManifest } from '#framework/define.ts';
import { pageAddresses } from '#framework/pages.ts';
import type { Access } from '#framework/register.ts';
import { languages } from '#services/platform/say.ts';

export type Address = {
  /** Path with its query, in the requested language. */
  path: string;
  access: Access;
  /** The language in which the page is rendered. */
  locale: Locale;
};

/** More addresses of a route: parameters filled in, tabs, dialogs. A route with parameters must be here. */
const examplesFor = (trader: string): Record<string, readonly string[]> => ({
  '/auth': ['', '?tab=register'],
  '/pricing': ['', '?tab=fundamentals'],
  '/competitions': ['', '?dialog=edit', '?dialog=reset'],
  '/competitions/:number': ['/competitions/1'],
  '/competitions/:number/check': ['/competitions/1/check'],
  '/chart': ['', '?ticket=open&symbol=AAPL'],
  '/leaderboards': ['', ...['stats', 'history', 'profile'].map((tab) => `?trader=${trader}&tab=${tab}`)],
  '/profile': ['', ...['trades', 'banners', 'logos', 'badges', 'themes'].map((tab) => `?tab=${tab}`)],
  '/shop': ['', '?view=all', '?view=all&tab=theme&try=theme_4'],
  '/screener': ['', '?scan=1&type=day', '?scan=1&type=day&priceMoreThan=x'],
  '/admin/accounts': ['', ...['opposite', 'days', 'alike', 'xp'].map((show) => `?show=${show}`)],
  '/admin/audit': ['', '?who=a&person=b&action=role&from=2026-01-01'],
  '/admin/market': [
    '',
    '?act=settle&symbol=AAPL&price=12,50&reason=AAPL',
    '?act=rename&symbol=FB&newSymbol=META',
  ],
  '/admin/messages/:id': ['/admin/messages/1'],
  '/admin/numbers': ['', '?days=90'],
  '/admin/people': ['', '?show=staff', '?q=a'],
  '/admin/people/:id': ['/admin/people/1'],
  '/admin/people/:id/beside/:other': ['/admin/people/1/beside/2'],
  '/admin/prizes/:number': ['/admin/prizes/1'],
  '/admin/seasons/next': ['', '?length=week'],
  '/join/:code': ['/join/AAAA2222'],
  '/leagues/:id': [
    ...['', '?tab=rules', '?tab=members'].map((tab) => `/leagues/AAAA22${tab}`),
    ...['', '?tab=rules'].map((tab) => `/leagues/CCCC22${tab}`),
    '/leagues/EEEE22',
  ],
  '/leagues/:id/desk': ['', '?by=name', '?member=2'].map((more) => `/leagues/AAAA22/desk${more}`),
  '/leagues/:id/check': ['/leagues/CCCC22/check'],
  '/leagues/:id/members/:userId': ['/leagues/CCCC22/members/1'],
  '/leagues/:id/chart': ['/leagues/CCCC22/chart'],
  '/leagues/:id/portfolio': ['/leagues/CCCC22/portfolio'],
  '/leagues/join/:code': ['/leagues/join/BBBB2222', '/leagues/join/CCCC2222'],
  '/leagues/new': ['', '?preset=class'],
  '/recordings': ['', '?edit=1', '?delete=1'],
  '/report': ['', `?trader=reported`],
  '/traders/:name': [`/traders/${trader}`],
  '/error-test': ['', '?code=429&message=Words'],
});

/**
 * Returns all addresses in a language.
 * @param trader somebody's username
 * @throws when a route with parameters has no example
 */
export function addressesIn(manifest: RouteManifest, locale: Locale, trader: string): Address[] {
  const examplesOf = examplesFor(encodeURIComponent(trader));
  return manifest.routes.flatMap((file) => {
    const { route } = file;
    if (route.kind !== 'page') return [];
    const all = pageAddresses(file, languages);
    // a page without an address in this language is rendered in the language it has
    const best = all.find((each) => each.locale === null || each.locale === locale) ?? all[0]!;
    const examples = examplesOf[file.path] ?? [''];
    const prefix = best.path.slice(0, best.path.length - file.path.length);
    const filled = best.path.includes(':')
      ? examples.map((path) => prefix + path)
      : examples.map((more) => best.path + more);
    const open = filled.find((path) => path.includes(':') || !path.startsWith('/'));
    if (open !== undefined)
      throw new Error(`${file.file}: say in tests/helpers/addresses.ts what ${open} is.`);
    return filled.map((path) => ({ path, access: route.access, locale: best.locale ?? locale }));
  });
}
