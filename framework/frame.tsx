/**
 * The frame of a page: `_app` and the layouts. It is rendered once for all readers with the same language, zone,
 * rights, path and facts, with slots for the page and for the reader parts. Nothing else in it depends on the reader.
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

/** A frame: HTML pieces, the names of the slots between them, its islands, and its characters outside of ASCII. */
export type Frame = ReturnType<typeof cutAtSlots> & { islands: Collected; letters: string };

type Site = { manifest: RouteManifest; frames: LruCache<Frame> };

type Place = {
  /** The route's file; '' for a page without a route. */
  file: string;
  layouts: readonly LayoutRoute[];
};
type Drawing = { islands: PageIslands; wrap(children: ReactNode): ReactNode };

/** The HTML for the slots that differ between pages. */
type Contents = { head: string; view: string; data: string };
const HEAD = '_head';
const BODY = '_body';
const VIEW = '_view';
const DATA = '_data';

/**
 * Returns the frame of a page, from the cache unless the page has a flash.
 * @param draw starts the rendering of a page
 */
export function frameOf(site: Site, place: Place, page: PageInfo, draw: (page: PageInfo) => Drawing): Frame {
  const make = () => drawFrame(site, place, forAnyone(page), draw);
  return page.flash ? make() : site.frames.find(keyOf(place, page), make);
}

/** Returns the cache key: everything a frame depends on. */
function keyOf({ file }: Place, { user, readerParts, nonce, t: _, flash: _none, ...rest }: PageInfo): string {
  return JSON.stringify([file, rest, rightsOf(user), Object.keys(readerParts), nonce === null]);
}

/** Returns the page for any reader with the same rights, with slots in place of the reader parts and the nonce. */
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

/**
 * Returns the whole document.
 * @param slots HTML of the reader parts and the nonce; a slot without a value stays empty
 */
export function fillFrame(
  { pieces, names }: Frame,
  { head, view, data }: Contents,
  slots: SlotValues,
): string {
  const values: SlotValues = { ...slots, [HEAD]: head, [VIEW]: view, [DATA]: data };
  return names.reduce((html, name, i) => html + (values[name] ?? '') + pieces[i + 1], pieces[0]!);
}
