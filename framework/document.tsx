/** Renders the document of a page from its view. */

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import type { Head, LayoutRoute, RequestContext } from './define.ts';
import { fillFrame, frameOf } from './frame.tsx';
import { contentPolicy, inlineHash } from './http/security.ts';
import { type Collected, collectIslands, type Preload } from './islands/collect.tsx';
import { IslandScopeContext, RegionProvider } from './islands/island.tsx';
import { instanceOf } from './locale/i18n.ts';
import { plainLine } from './locale/languages.ts';
import { type PageInfo, PageProvider } from './page.tsx';
import { lettersOf, type PageStyles, savesData, stylesFor } from './page-styles.ts';
import type { SiteLocale } from './register.ts';
import { type Document, NONCE, type SlotValues } from './shared-document.ts';
import type { Site } from './site.ts';

type DocumentParts = {
  ctx: RequestContext;
  head: Head;
  view: ReactNode;
  layouts: readonly LayoutRoute[];
  /** The route's file; '' for a page without a route. */
  file: string;
  /** Replaces the parts that the site returns for the reader. */
  readerParts?: SlotValues;
  /** The HTML in the slots of a shared document. */
  slots?: string;
  /** The addresses of this page in its languages. */
  alternates?: { locale: SiteLocale; href: string }[];
};

/** Renders a whole document. The head is rendered last, as it names the scripts of the islands in the body. */
export function renderDocument(site: Site, parts: DocumentParts): Document {
  const { ctx, view } = parts;
  const readerParts = parts.readerParts ?? site.readerParts?.(ctx) ?? {};
  const page = pageOf(ctx, readerParts, parts.alternates !== undefined);
  const frame = frameOf(site, parts, page, (anonymousPage) => drawing(site, ctx, anonymousPage));
  const { islands, wrap } = drawing(site, ctx, page, frame.islands);
  const viewHtml = renderToStaticMarkup(wrap(view));

  const isShared = ctx.nonce === null;
  const besideFrame = [viewHtml, ...Object.values(readerParts), parts.slots].join('');
  const styles = stylesFor(site.assets.styles, parts.file, ctx.request, isShared, {
    html: () => frame.pieces.join('') + besideFrame,
    letters: () => frame.letters + lettersOf(besideFrame),
  });
  const scripts = islands.count() > 0 ? inlineScripts(site, ctx.request) : [];
  const head = headHtml(site, parts, scripts, islands.preloads(), styles);
  return {
    html: fillFrame(
      frame,
      { head, view: viewHtml, data: islands.dataScript() },
      { ...readerParts, [NONCE]: ctx.nonce ?? '' },
    ),
    policy: contentPolicy({
      nonce: ctx.nonce,
      scriptHashes: scripts.map(({ hash }) => hash),
      styleHashes: [...(isShared && styles.text ? [inlineHash(styles.text)] : []), ...site.styleHashes],
    }),
  };
}

/** Returns a rendering's context providers and its collector of islands. @param rendered islands of the page's frame */
function drawing(site: Site, ctx: RequestContext, page: PageInfo, rendered?: Collected) {
  const region = regionOf(ctx);
  const wrap = (children: ReactNode) => (
    <PageProvider value={page}>
      <RegionProvider value={region}>
        <I18nextProvider i18n={instanceOf(ctx.t)}>
          <IslandScopeContext value={islands.scope}>{children}</IslandScopeContext>
        </I18nextProvider>
      </RegionProvider>
    </PageProvider>
  );
  const islands = collectIslands(site.assets, region, site.dev, wrap, rendered);
  return { islands, wrap };
}

type InlineScript = { tag: string; code: string; hash: string };

/** Returns the loader, and the speculation rules that prefetch `pageLinks`, unless the reader saves data. */
function inlineScripts({ assets, pageLinks }: Site, request: Request): InlineScript[] {
  const scripts: InlineScript[] = [{ tag: 'script', ...assets.loader }];
  if (pageLinks && !savesData(request)) {
    const code = prefetchRules(pageLinks);
    scripts.push({ tag: 'script type="speculationrules"', code, hash: inlineHash(code) });
  }
  return scripts;
}

type Reader = Omit<RequestContext, 'services'>;
const regionOf = ({ locale, dir, zone }: Reader) => ({ locale, dir, zone });

function pageOf(ctx: Reader, readerParts: PageInfo['readerParts'], isAddressed = false): PageInfo {
  const { path, prefers, user, flash, nonce, t } = ctx;
  const reader = { prefers, user, flash, readerParts };
  return { ...ctx.facts, ...regionOf(ctx), ...reader, path, nonce, t, isAddressed };
}

/** Renders the HTML for a slot of a shared document. The slot may contain no islands. */
export function drawSlot(ctx: Reader, node: ReactNode): string {
  return renderToStaticMarkup(
    <PageProvider value={pageOf(ctx, {})}>
      <RegionProvider value={regionOf(ctx)}>{node}</RegionProvider>
    </PageProvider>,
  );
}

function headHtml(
  site: Site,
  parts: DocumentParts,
  scripts: readonly InlineScript[],
  preloads: readonly Preload[],
  styles: PageStyles,
): string {
  const { head, ctx } = parts;
  const { dev } = site.assets;
  const nonce = ctx.nonce ?? undefined;
  const title = plainLine(head.title, ctx.dir);
  const description = head.description && plainLine(head.description, ctx.dir);
  const rest = renderToStaticMarkup(
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      <Robots head={head} hasQuery={ctx.url.search !== ''} />
      <Addresses parts={parts} />
      {!ctx.user && <LinkPreview site={site} parts={parts} title={title} description={description} />}
      {preloads.map(([href, priority]) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority={priority} />
      ))}
    </>,
  );
  return styleHtml(styles, scripts.length > 0, nonce)
    .concat(rest)
    .concat(scripts.map(({ tag, code }) => inline(tag, code, nonce)).join(''))
    .concat(site.dev && dev ? `<script type="module" src="${dev}"></script>` : '')
    .concat(
      head.jsonLd
        ? `<script type="application/ld+json">${JSON.stringify(head.jsonLd).replaceAll('<', '\\u003C')}</script>`
        : '',
    );
}

/**
 * Renders the robots tag of `head`. By default search engines do not index an address with a query: they index the
 * page's address without a query.
 */
function Robots({ head, hasQuery }: { head: Head; hasQuery: boolean }) {
  const robots = head.robots ?? (hasQuery ? 'noindex' : null);
  return robots && <meta name="robots" content={robots} />;
}

const addressOf = ({ alternates, ctx }: DocumentParts): string =>
  alternates?.find(({ locale }) => locale === ctx.locale)?.href ?? '';

/** The address of the page, which a browser shares, and for search engines its address in each language. */
function Addresses({ parts }: { parts: DocumentParts }) {
  const { ctx, alternates } = parts;
  if (!alternates) return null;
  return (
    <>
      {ctx.url.search === '' && <link rel="canonical" href={addressOf(parts)} />}
      {!ctx.user && (
        <>
          {alternates.map(({ locale, href }) => (
            <link key={locale} rel="alternate" hrefLang={locale} href={href} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={alternates[0]?.href} />
        </>
      )}
    </>
  );
}

type LinkPreviewProps = { site: Site; parts: DocumentParts; title: string; description?: string };

/** What other sites show of a link to the page. They read it as visitors, so members' pages are without it. */
function LinkPreview({ site, parts, title, description }: LinkPreviewProps) {
  const { head, ctx, alternates } = parts;
  const others = alternates?.filter(({ locale }) => locale !== ctx.locale);
  return (
    <>
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      {others && (
        <>
          <meta property="og:url" content={addressOf(parts)} />
          <meta property="og:type" content={head.type ?? 'website'} />
          <meta property="og:site_name" content={site.name} />
          <meta property="og:locale" content={territory(ctx.locale)} />
          {others.map(({ locale }) => (
            <meta key={locale} property="og:locale:alternate" content={territory(locale)} />
          ))}
          <meta property="og:image" content={absolute(head.image ?? site.pictureIn(ctx.locale), site)} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}

/** Returns the Open Graph locale of a language: en_US for en. */
function territory(locale: SiteLocale): string {
  const { language, region } = new Intl.Locale(locale).maximize();
  return `${language}_${region}`;
}

const absolute = (url: string, site: Site) => (url.startsWith('/') ? site.rules.publicUrl + url : url);

/** Returns the page's styles as HTML. `data-sheet` names the route's style sheet, which the loader fetches later. */
function styleHtml(
  { text, url, isKnown, preloads }: PageStyles,
  hasIslands: boolean,
  nonce: string | undefined,
): string {
  const later = hasIslands && !isKnown ? ` data-sheet="${url}"` : '';
  return (
    preloads.map((font) => `<link rel="preload" as="font" crossorigin href="${font}">`).join('') +
    (isKnown ? `<link rel="stylesheet" href="${url}">` : '') +
    (text ? inline(`style${later}`, text, nonce) : '')
  );
}

/** Returns an inline element. @param tag the element's name, with attributes if any */
function inline(tag: string, text: string, nonce: string | undefined): string {
  return `<${tag}${nonce ? ` nonce="${nonce}"` : ''}>${text}</${tag.split(' ')[0]}>`;
}

/**
 * Returns speculation rules: the browser fetches the page of a link when the link is pressed, so that it has the
 * response at the release of the button or soon after. It fetches nothing earlier: a page must not be older than the
 * press. https://wicg.github.io/nav-speculation/speculation-rules.html
 * @param links selector of the links that lead to other pages
 */
function prefetchRules(links: string): string {
  const where = { and: [{ selector_matches: links }, { href_matches: '/*' }] };
  return JSON.stringify({ prefetch: [{ eagerness: 'conservative', where }] });
}
