/**
 * Chooses the styles of a page. The first page of a route brings its rules inline, so that it paints with the
 * document; its scripts fetch the route's style sheet before they show more. From then on a cookie says that the
 * browser has the sheet (browser/route-sheet.ts), and pages link it. A page that is stored whole always brings
 * its rules inline. The very first page on a phone is in the stand-in fonts; the next one fetches the fonts. A wide window swaps them in
 * on its first page.
 */
import type { AssetManifest } from './assets.ts';
import { cookieHeader, readCookie } from './http/cookies.ts';
import type { SlotValues } from './shared-document.ts';
import { createCriticalSheets, type SheetRule } from './sheet.ts';

/** The cookie with the names of the files a browser has; empty until it has one. */
const COOKIE = 'css';
/** The cookie with the URL of the newest file, set by browser/route-sheet.ts. */
const NEWEST = 'sheet';
/** The cookie names this many files at most. */
const MAX_FILES = 24;
const YEAR_S = 31_536_000;

export type PageStyles = {
  /** Inline in the head. */
  text: string;
  /** The route's file. */
  url: string;
  /** True when the browser has the file: then the page names it. */
  isKnown: boolean;
  /** Fonts the browser has with it: from the first layout on, where text would be laid out twice otherwise. */
  preloads: string[];
};

type Styles = AssetManifest['styles'];
const rulesOf = new WeakMap<object, readonly SheetRule[]>();
const critical = createCriticalSheets();

/** Templates of the crash view: the script that shows them fetches the file with the rest of the rules. */
const CRASH = /<template id="crash-[\s\S]*?<\/template>/g;

const nameOf = (url: string) => url.slice(url.lastIndexOf('-') + 1, -'.css'.length);

function sheetOf(styles: Styles, file: string) {
  const sheet = styles.routes[file] ?? styles.routes['']!;
  const rules = rulesOf.get(sheet) ?? sheet.rules.map((index) => styles.rules[index]!);
  rulesOf.set(sheet, rules);
  return { ...sheet, rules };
}

/** Returns the names of the files that the browser says it has, the newest last. */
function filesOf(request: Request): string[] {
  const listed = readCookie(request, COOKIE)?.split('.') ?? [];
  const newest = nameOf(readCookie(request, NEWEST) ?? '');
  return [...new Set([...listed.filter((name) => name !== newest), newest])].filter((name) =>
    /^\w+$/.test(name),
  );
}

/** True when the reader's browser asks for as few bytes as possible. */
export const savesData = (request: Request) => request.headers.get('save-data') === 'on';

/** True when a phone's browser asks: by its hint, or by its name where it sends none, as those on iPhones do. */
export function isPhone({ headers }: Request): boolean {
  const hint = headers.get('sec-ch-ua-mobile');
  return hint === null ? /Mobi/.test(headers.get('user-agent') ?? '') : hint === '?1';
}

/** A phone's first visit gets no fonts: they arrive after the first paint, and the text would be laid out twice. */
const isNewPhone = (request: Request) => isPhone(request) && readCookie(request, COOKIE) === null;

/**
 * Returns the part of a shared document's key that depends on styles. With rules inline it has the classes of the reader's parts.
 */
export function stylesKey(styles: Styles, file: string, request: Request, parts: SlotValues): string {
  const isKnown = hasSheet(styles, file, request);
  const classes = isKnown ? '' : classesOf(Object.values(parts).join(''));
  return `${isKnown} ${savesData(request)} ${isNewPhone(request)} ${classes}`;
}

const classesOf = (html: string) => [...new Set(html.match(/class="[^"]*"/g))].sort().join();

function hasSheet(styles: Styles, file: string, request: Request): boolean {
  return filesOf(request).includes(nameOf(sheetOf(styles, file).url));
}

/** The facts that decide the styles of a rendered page. */
export type PageText = {
  /** All HTML that may have a class. */
  html(): string;
  /** `lettersOf` it. */
  letters(): string;
};

/** Returns the letters outside of ASCII: they decide which fonts a text needs. */
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
 * Returns the cookie that names the files a browser has, with the newest, which a page's scripts named; null when the browser has
 * that cookie already.
 */
export function sheetCookie(request: Request): string | null {
  const listed = readCookie(request, COOKIE);
  const files = filesOf(request);
  if (listed !== null && (files.at(-1) ?? '') === listed.split('.').at(-1)) return null;
  return cookieHeader(COOKIE, files.slice(-MAX_FILES).join('.'), { maxAge: YEAR_S, httpOnly: true });
}
