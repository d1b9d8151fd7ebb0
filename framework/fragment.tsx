import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Region, RegionProvider } from './islands/island.tsx';
import { PageProvider } from './page.tsx';
import type { Site } from './site.ts';

type Fragment = { version: string | number; html: string };
const MAX_FRAGMENTS = 200;
const drawn = new WeakMap<Site, Map<string, Fragment>>();

/** HTML that is the same for all readers of a language and zone, drawn again only when `version` changes. */
export function renderFragment(
  site: Site,
  region: Region,
  key: string,
  version: string | number,
  draw: () => ReactNode,
): string {
  const cache = drawn.get(site) ?? new Map<string, Fragment>();
  drawn.set(site, cache);
  const name = `${key} ${region.locale} ${region.zone}`;
  const known = cache.get(name);
  if (known?.version === version) return known.html;
  const page = {
    ...site.facts(null),
    ...region,
    path: '',
    user: null,
    flash: null,
    nonce: null,
    t: site.translations[region.locale],
  };
  const html = renderToStaticMarkup(
    <PageProvider value={page}>
      <RegionProvider value={region}>{draw()}</RegionProvider>
    </PageProvider>,
  );
  cache.delete(name);
  cache.set(name, { version, html });
  if (cache.size > MAX_FRAGMENTS) cache.delete(cache.keys().next().value!);
  return html;
}
