/** From a page's view to the bytes of its document. */
import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import type { Head, LayoutRoute, RequestContext } from './define.ts';
import { contentPolicy } from './http/security.ts';
import { collectIslands } from './islands/collect.tsx';
import { IslandScopeContext, RegionProvider } from './islands/island.tsx';
import { instanceOf } from './locale/i18n.ts';
import { type PageInfo, PageProvider } from './page.tsx';
import { type PageStyles, stylesFor } from './page-styles.ts';
import type { Locale } from './register.ts';
import type { Site } from './site.ts';

// Stand-ins for what is known only after the body is drawn. Random, so no text of a user's can equal them.
const token = crypto.randomUUID();
const HEAD = `head-${token}`;
const BODY = `body-${token}`;

export type Document = { html: string; policy: string };

export type DocumentParts = {
  ctx: RequestContext;
  head: Head;
  view: ReactNode;
  layouts: readonly LayoutRoute[];
  /** The route's file, '' for a page of no route. */
  file: string;
  /** What readers find in the slots of a shared document. */
  slots?: string;
  /** Addresses of this page in its languages. */
  alternates?: { locale: Locale; href: string }[];
};

/** Draws a whole document: body first, because only then it is known which scripts the head needs. */
export function renderDocument(site: Site, parts: DocumentParts): Document {
  const { ctx, layouts, view } = parts;
  const region = { locale: ctx.locale, dir: ctx.dir, zone: ctx.zone };
  const page: PageInfo = {
    ...ctx.facts,
    ...region,
    path: ctx.path,
    user: ctx.user,
    flash: ctx.flash,
    nonce: ctx.nonce,
    t: ctx.t,
  };
  const wrap = (children: ReactNode) => (
    <PageProvider value={page}>
      <RegionProvider value={region}>
        <I18nextProvider i18n={instanceOf(ctx.t)}>
          <IslandScopeContext value={islands.scope}>{children}</IslandScopeContext>
        </I18nextProvider>
      </RegionProvider>
    </PageProvider>
  );
  const islands = collectIslands(site.assets, region, site.dev, wrap);

  const content = layouts.reduceRight<ReactNode>((children, each) => {
    return createElement(each.view, { page, children });
  }, view);
  const body = renderToStaticMarkup(wrap(content)) + islands.dataScript();

  const App = site.manifest.app.view;
  const shell = renderToStaticMarkup(
    wrap(
      <App page={page} head={HEAD}>
        {BODY}
      </App>,
    ),
  );
  const shared = ctx.nonce === null;
  const styles = stylesFor(
    site.assets.styles,
    parts.file,
    ctx.request,
    shared,
    shell + body + (parts.slots ?? ''),
  );
  const html = shell
    .replace(HEAD, () => headHtml(site, parts, islands.count() > 0, islands.preloads(), styles))
    .replace(BODY, () => body);
  return {
    html: html.startsWith('<!') ? html : `<!DOCTYPE html>${html}`,
    policy: contentPolicy({
      nonce: ctx.nonce,
      scriptHashes: islands.count() > 0 ? [site.assets.loader.hash] : [],
      styleHashes: [...(shared && styles.text ? [hashOf(styles.text)] : []), ...site.styleHashes],
    }),
  };
}

function headHtml(
  site: Site,
  parts: DocumentParts,
  hasIslands: boolean,
  preloads: string[],
  styles: PageStyles,
): string {
  const { head, ctx, alternates = [] } = parts;
  const { loader, dev } = site.assets;
  const nonce = ctx.nonce ?? undefined;
  const rest = renderToStaticMarkup(
    <Fragment>
      <title>{head.title}</title>
      {head.description && <meta name="description" content={head.description} />}
      {head.robots && <meta name="robots" content={head.robots} />}
      <meta property="og:title" content={head.title} />
      {head.description && <meta property="og:description" content={head.description} />}
      {head.image && <meta property="og:image" content={head.image} />}
      {alternates.map(({ locale, href }) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={href} />
      ))}
      {preloads.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
    </Fragment>,
  );
  return styleHtml(styles, hasIslands, nonce)
    .concat(rest)
    .concat(hasIslands ? inline('script', loader.code, nonce) : '')
    .concat(site.dev && dev ? `<script type="module" src="${dev}"></script>` : '')
    .concat(
      head.jsonLd
        ? `<script type="application/ld+json">${JSON.stringify(head.jsonLd).replaceAll('<', '\\u003C')}</script>`
        : '',
    );
}

/** Nothing is painted before the styles are here; the route's file is named for the loader, which fetches it later. */
function styleHtml(
  { text, url, isKnown }: PageStyles,
  hasIslands: boolean,
  nonce: string | undefined,
): string {
  const later = hasIslands && !isKnown ? ` data-sheet="${url}"` : '';
  return (
    (isKnown ? `<link rel="stylesheet" href="${url}">` : '') +
    (text ? inline('style', text, nonce, later) : '')
  );
}

function inline(tag: 'script' | 'style', text: string, nonce: string | undefined, more = ''): string {
  return `<${tag}${nonce ? ` nonce="${nonce}"` : ''}${more}>${text}</${tag}>`;
}

const hashOf = (text: string) => `sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}`;
