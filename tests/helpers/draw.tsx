/** Renders components as a page does, without a server. */
import { join } from 'node:path';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { RegionProvider } from '#framework/islands/island.tsx';
import { directionOf } from '#framework/locale/direction.ts';
import { instanceOf, loadTranslations } from '#framework/locale/i18n.ts';
import { type PageInfo, PageProvider } from '#framework/page.tsx';
import { languages } from '#services/platform/say.ts';

const translations = loadTranslations(join(import.meta.dir, '../../locales'), languages);

/** Returns the HTML of `node` on a page like `page`: by default English, for a trader, during a season. */
export function draw(node: ReactNode, page: Partial<PageInfo> = {}): string {
  const locale = page.locale ?? 'en';
  const info: PageInfo = {
    locale,
    prefers: locale,
    dir: directionOf(locale),
    zone: 'UTC',
    path: '/',
    user: { id: 1, username: 'ann', isAdmin: false, locale: null },
    competition: { active: true, over: null },
    flash: null,
    readerParts: {},
    isAddressed: false,
    isSmall: false,
    guests: true,
    prices: ['messages:label.simulated'],
    nonce: null,
    t: translations(locale),
    ...page,
  };
  return renderToStaticMarkup(
    <PageProvider value={info}>
      <RegionProvider value={info}>
        <I18nextProvider i18n={instanceOf(translations(locale))}>{node}</I18nextProvider>
      </RegionProvider>
    </PageProvider>,
  );
}

/** Returns the visible text: removes the tags. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
