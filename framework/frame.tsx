/**
 * The frame of a page: `_app` and the layouts. It is rendered once for all readers with the same language, zone, rights, path and
 * facts, with slots for the page and for the reader's parts. It can show nothing else of a reader.
 */
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { LayoutRoute, RouteManifest } from './define.ts';
import type { Collected, PageIslands } from './islands/collect.tsx';
import type { LruCache } from './lru-cache.ts';
import { type PageInfo, rightsOf } from './page.tsx';
import { lettersOf } from './page-styles.ts';
import type { SiteUser } from './register.ts';
import { cutAtSlots, NONCE, type SlotValues, slot, slotsFor } from './shared-document.ts';

/** HTML, the names of the slots between its pieces, its islands, and its letters outside of ASCII. */
export type Frame = ReturnType<typeof cutAtSlots> & { islands: Collected; letters: string };

/** The part of a site that frames need. */
type Site = { manifest: RouteManifest; frames: LruCache<Frame> };

type Place = {
  /** The route's file, '' for a page of no route. */
  file: string;
  layouts: readonly LayoutRoute[];
};
type Drawing = { islands: PageIslands; wrap(children: ReactNode): ReactNode };

/** The page's values for a frame's slots, without the reader's parts and the nonce. */
type Contents = { head: string; view: string; data: string };
const HEAD = '_head';
const BODY = '_body';
const VIEW = '_view';
const DATA = '_data';

/**
 * Returns the frame of a page. A page with a flash has a frame rendered for it alone.
 * @param draw begins a rendering of a page
 */
export function frameOf(site: Site, place: Place, page: PageInfo, draw: (page: PageInfo) => Drawing): Frame {
  const make = () => drawFrame(site, place, forAnyone(page), draw);
  return page.flash ? make() : site.frames.find(keyOf(place, page), make);
}

/** Everything a frame depends on. */
function keyOf({ file }: Place, { user, readerParts, nonce, t: _, flash: _none, ...rest }: PageInfo): string {
  return JSON.stringify([file, rest, rightsOf(user), Object.keys(readerParts), nonce === null]);
}

/** The page without its reader: of a user the rights only. What a frame shows of a reader is a reader part. */
function forAnyone({ user, readerParts, nonce, ...page }: PageInfo): PageInfo {
  return {
    ...page,
    user: rightsOf(user) as SiteUser | null,
    readerParts: slotsFor(readerParts),
    nonce: nonce === null ? null : slot(NONCE),
  };
}

function drawFrame(site: Site, { layouts }: Place, page: PageInfo, draw: (page: PageInfo) => Drawing): Frame {
  const { islands, wrap } = draw(page);
  const around = layouts.reduceRight<ReactNode>((children, each) => {
    return createElement(each.view, { page, children });
  }, slot(VIEW));
  const body = renderToStaticMarkup(wrap(around)) + slot(DATA);
  const App = site.manifest.app.view;
  const shell = renderToStaticMarkup(
    wrap(
      <App page={page} head={slot(HEAD)}>
        {slot(BODY)}
      </App>,
    ),
  );
  const html = shell.replace(slot(BODY), () => body);
  const whole = html.startsWith('<!') ? html : `<!DOCTYPE html>${html}`;
  const letters = [...new Set(lettersOf(whole))].join('');
  return { ...cutAtSlots(whole), islands: islands.collected(), letters };
}

/** Returns the whole document. @param slots HTML of the other slots; one without a value stays empty */
export function fillFrame(
  { pieces, names }: Frame,
  { head, view, data }: Contents,
  slots: SlotValues,
): string {
  const values: SlotValues = { ...slots, [HEAD]: head, [VIEW]: view, [DATA]: data };
  return names.reduce((html, name, i) => html + (values[name] ?? '') + pieces[i + 1], pieces[0]!);
}
