/**
 * Chooses the styles of a page. The first page of a route has its rules inline, so that it paints without a request;
 * its scripts fetch the route's style sheet before they show anything new. From then on a cookie says that the browser
 * has the sheet (browser/route-sheet.ts), and pages link to it. A page that is cached whole always has its rules
 * inline. The very first page on a phone uses the fallback fonts, and the next one fetches the fonts. A wide window
 * swaps the fonts in on its first page.
 */
import type { AssetManifest } from './assets.ts';
import { cookieHeader, readCookie } from './http/cookies.ts';
import type { SlotValues } from './shared-document.ts';
import { createCriticalSheets, type SheetRule } from './sheet.ts';

/** The cookie with the hashes of the style sheets that a browser has; present but empty until the first one arrives. */
const COOKIE = 'css';
/** The cookie with the URL of the newest style sheet, set by browser/route-sheet.ts. */
const NEWEST = 'sheet';
/** The number of style sheets that the cookie names at most. */
const MAX_FILES = 24;
const YEAR_S = 31_536_000;

export type PageStyles = {
  /** The rules for the inline style element in the head. */
  text: string;
  /** The URL of the route's style sheet. */
  url: string;
  /** True when the browser has the style sheet, so the page links to it. */
  isKnown: boolean;
  /**
   * Fonts to preload for a browser that has the style sheet: a font that arrives after the first layout would shift
   * text.
   */
  preloads: string[];
};

type Styles = AssetManifest['styles'];
const rulesOf = new WeakMap<object, readonly SheetRule[]>();
const critical = createCriticalSheets();

/** The crash templates. They need no inline rules, because scripts fetch the style sheet before they show one. */
const CRASH = /<template id="crash-[\s\S]*?<\/template>/g;

const nameOf = (url: string) => url.slice(url.lastIndexOf('-') + 1, -'.css'.length);

function sheetOf(styles: Styles, file: string) {
  const sheet = styles.routes[file] ?? styles.routes['']!;
  const rules = rulesOf.get(sheet) ?? sheet.rules.map((index) => styles.rules[index]!);
  rulesOf.set(sheet, rules);
  return { ...sheet, rules };
}

/** Returns the hashes of the style sheets that the browser has, the newest last. */
function filesOf(request: Request): string[] {
  const listed = readCookie(request, COOKIE)?.split('.') ?? [];
  const newest = nameOf(readCookie(request, NEWEST) ?? '');
  return [...new Set([...listed.filter((name) => name !== newest), newest])].filter((name) =>
    /^\w+$/.test(name),
  );
}

export const savesData = (request: Request) => request.headers.get('save-data') === 'on';

/** True for a phone's browser: by its client hint, or by its user agent where it sends no hint (iPhones). */
export function isPhone({ headers }: Request): boolean {
  const hint = headers.get('sec-ch-ua-mobile');
  return hint === null ? /Mobi/.test(headers.get('user-agent') ?? '') : hint === '?1';
}

/** True at a phone's first visit. That page has no fonts: they would arrive after the first paint and shift text. */
const isNewPhone = (request: Request) => isPhone(request) && readCookie(request, COOKIE) === null;

/**
 * Returns the part of a shared document's key that depends on styles: inline rules differ with the classes of the
 * reader parts.
 */
export function stylesKey(styles: Styles, file: string, request: Request, parts: SlotValues): string {
  const isKnown = hasSheet(styles, file, request);
  const classes = isKnown ? '' : classesOf(Object.values(parts));
  return `${isKnown} ${savesData(request)} ${isNewPhone(request)} ${classes}`;
}

function classesOf(parts: readonly string[]): string {
  // part by part, because a joined text would copy 60 KB for each request
  const classes = parts.flatMap((html) => html.match(/class="[^"]*"/g) ?? []);
  return [...new Set(classes)].sort().join();
}

function hasSheet(styles: Styles, file: string, request: Request): boolean {
  return filesOf(request).includes(nameOf(sheetOf(styles, file).url));
}

/** The text of a rendered page, which decides its styles. */
export type PageText = {
  /** Returns all HTML that may contain a class. */
  html(): string;
  /** Returns the letters outside of ASCII in the text of `html`. */
  letters(): string;
};

/** Returns the letters outside of ASCII, which decide the fonts that a text needs. */
export const lettersOf = (html: string): string => html.match(/[^\0-\x7f]+/g)?.join('') ?? '';

export function stylesFor(
  styles: Styles,
  file: string,
  request: Request,
  isShared: boolean,
  drawn: PageText,
): PageStyles {
  const { url, rules } = sheetOf(styles, file);
  const isKnown = !isShared && hasSheet(styles, file, request);
  const fonts = savesData(request) || (!isShared && isNewPhone(request)) ? [] : styles.fonts;
  const faces = fonts.map(({ rule, firstRule }) => (isKnown ? rule : firstRule)).join('') + styles.standIns;
  const needed = () => {
    const letters = `a${drawn.letters()}`;
    return fonts.filter((font) => new RegExp(`[${font.letters}]`, 'u').test(letters));
  };
  const ownRules = () => critical(rules, isShared ? drawn.html() : drawn.html().replaceAll(CRASH, ''));
  return {
    text: isKnown ? faces : faces + ownRules(),
    url,
    isKnown,
    preloads: isKnown ? needed().map((font) => font.url) : [],
  };
}

/**
 * Returns the Set-Cookie header with the list of the style sheets that the browser has; null when the request's cookie
 * already ends with the newest one.
 */
export function sheetCookie(request: Request): string | null {
  const listed = readCookie(request, COOKIE);
  const files = filesOf(request);
  if (listed !== null && (files.at(-1) ?? '') === listed.split('.').at(-1)) return null;
  return cookieHeader(COOKIE, files.slice(-MAX_FILES).join('.'), { maxAge: YEAR_S, httpOnly: true });
}
