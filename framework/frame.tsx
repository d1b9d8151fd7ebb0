/**
 * A document around a page: `_app` and the layouts. It is drawn once for all readers who see the same and kept, with slots
 * for the page itself and for what is a reader's own; it may show nothing else of a reader.
 */
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { LayoutRoute } from './define.ts';
import type { Collected, PageIslands } from './islands/collect.tsx';
import type { PageInfo } from './page.tsx';
import { lettersOf } from './page-styles.ts';
import type { SiteUser } from './register.ts';
import { cutAtSlots, NONCE, type SlotValues, slot, slotsFor } from './shared-document.ts';
import type { Site } from './site.ts';

/** HTML and the names of the slots between its pieces; the islands and the letters that are in it. */
export type Frame = ReturnType<typeof cutAtSlots> & { islands: Collected; letters: string };

type Place = {
  /** The route's file, '' for a page of no route. */
  file: string;
  layouts: readonly LayoutRoute[];
};
type Drawing = { islands: PageIslands; wrap(children: ReactNode): ReactNode };

/** What stands in a frame, beside a reader's own parts and the nonce. */
type Contents = { head: string; view: string; data: string };
const HEAD = '_head';
const BODY = '_body';
const VIEW = '_view';
const DATA = '_data';

/**
 * The frame of a page; with a message for its reader it is drawn for that page alone.
 * @param draw begins a drawing for a page
 */
export function frameOf(site: Site, place: Place, page: PageInfo, draw: (page: PageInfo) => Drawing): Frame {
  const make = () => drawFrame(site, place, forAnyone(page), draw);
  return page.flash ? make() : site.frames.find(keyOf(place, page), make);
}

/** All that a frame can be drawn from. */
function keyOf({ file }: Place, { user, own, nonce, t: _, flash: _none, ...rest }: PageInfo): string {
  return JSON.stringify([file, rest, user?.isAdmin, Object.keys(own), nonce === null]);
}

/** The page without its reader: of a user `isAdmin` only. What a frame shows of a reader is an own part. */
function forAnyone({ user, own, nonce, ...page }: PageInfo): PageInfo {
  const rights = user && ({ isAdmin: user.isAdmin } as SiteUser);
  return { ...page, user: rights, own: slotsFor(own), nonce: nonce === null ? null : slot(NONCE) };
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

/** A whole document. @param own what stands in the other slots; one without a value stays empty */
export function fillFrame({ pieces, names }: Frame, { head, view, data }: Contents, own: SlotValues): string {
  const values: SlotValues = { ...own, [HEAD]: head, [VIEW]: view, [DATA]: data };
  return names.reduce((html, name, i) => html + (values[name] ?? '') + pieces[i + 1], pieces[0]!);
}
