import { setCookie } from './set-cookie.ts';

/**
 * Returns the style element with this page's inline rules; null on a page that has the route's style sheet or has
 * requested it.
 */
const inlineRules = () => document.querySelector<HTMLElement>('style[data-sheet]');

/**
 * Fetches the route's style sheet before a script shows something new, as the page has only the rules of its first view inline.
 * Resolves once the sheet has loaded or failed; later calls resolve at once.
 */
export const needSheet = (): Promise<unknown> =>
  new Promise((resolve) => {
    const style = inlineRules();
    if (!style) return resolve(style);
    const href = style.dataset.sheet!;
    delete style.dataset.sheet;
    const onload = () => {
      // the server reads it with the next request, see framework/page-styles.ts
      setCookie('sheet', href);
      resolve(style);
    };
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload, onerror: resolve }),
    );
  });

/** Returns HTML or CSS without its font faces: the first page on a phone lacks those of later pages. */
const withoutFaces = (text: string) => text.replace(/@font-face\s*{[^}]*}/g, '');

/**
 * Fetches the route's style sheet when the inline rules of a fetched page differ from this page's. A new sheet makes the browser
 * compute every element's style again, so a refresh with the same rules does without.
 */
export async function needSheetFor(html: string): Promise<void> {
  const style = inlineRules();
  if (style && !withoutFaces(html).includes(`>${withoutFaces(style.textContent)}</style>`)) await needSheet();
}
