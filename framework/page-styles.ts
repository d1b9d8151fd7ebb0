/**
 * How a page gets its styles. The first page of a route brings the rules it needs itself, so that it paints with the
 * document; its scripts then fetch the route's file, which has the rules for what they may show. From then on the
 * browser says by a cookie that it has the file, and pages name it. A page kept whole for everyone always brings its own.
 * A phone's very first page is in the stand-in of the fonts, which the next one fetches.
 */
import type { AssetManifest } from './assets.ts';
import { readCookie } from './http/cookies.ts';
import { createCriticalSheets, type SheetRule } from './sheet.ts';

const COOKIE = 'css';
/** Files a browser is taken to have, the newest last: the cookie stays short. */
const MAX_KNOWN = 24;
const YEAR_S = 31_536_000;

export type PageStyles = {
  /** Inline in the head. */
  text: string;
  /** The route's file. */
  url: string;
  /** Whether the browser has the file: then the page names it. */
  isKnown: boolean;
};

type Styles = AssetManifest['styles'];
const rulesOf = new WeakMap<object, readonly SheetRule[]>();
const critical = createCriticalSheets();

const nameOf = (url: string) => url.slice(url.lastIndexOf('-') + 1, -'.css'.length);

function sheetOf(styles: Styles, file: string) {
  const sheet = styles.routes[file] ?? styles.routes['']!;
  const rules = rulesOf.get(sheet) ?? sheet.rules.map((index) => styles.rules[index]!);
  rulesOf.set(sheet, rules);
  return { ...sheet, rules };
}

const knownTo = (request: Request) => readCookie(request, COOKIE)?.split('.').filter(Boolean) ?? [];

/** Whether the reader's browser asks for as few bytes as possible. */
export const savesData = (request: Request) => request.headers.get('save-data') === 'on';

/** A phone that has no file of ours yet: text that waits for a face is laid out for twice as long, and no face comes in time. */
const isNewPhone = (request: Request) =>
  request.headers.get('sec-ch-ua-mobile') === '?1' && knownTo(request).length === 0;

/** What pages of a route differ by for the sake of their styles. */
export function stylesKey(styles: Styles, file: string, request: Request): string {
  return `${hasSheet(styles, file, request)} ${savesData(request)} ${isNewPhone(request)}`;
}

function hasSheet(styles: Styles, file: string, request: Request): boolean {
  return knownTo(request).includes(nameOf(sheetOf(styles, file).url));
}

/** @param html all of the page that may have a class */
export function stylesFor(
  styles: Styles,
  file: string,
  request: Request,
  isShared: boolean,
  html: string,
): PageStyles {
  const { url, rules } = sheetOf(styles, file);
  const isKnown = !isShared && hasSheet(styles, file, request);
  const fonts = savesData(request) || (!isShared && isNewPhone(request)) ? '' : styles.fonts;
  return { text: isKnown ? fonts : fonts + critical(rules, html), url, isKnown };
}

/** The cookie by which the browser says from now on that it has the file of a route's rules; null when it does. */
export function sheetCookie(styles: Styles, file: string, request: Request): string | null {
  const known = knownTo(request);
  const name = nameOf(sheetOf(styles, file).url);
  if (known.includes(name)) return null;
  const names = [...known.filter((each) => /^\w+$/.test(each)), name].slice(-MAX_KNOWN);
  return `${COOKIE}=${names.join('.')}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax; HttpOnly`;
}
