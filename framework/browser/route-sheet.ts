/** Fetches the style sheet of the page's route when a script needs it. */
import { setCookie } from './set-cookie.ts';

/**
 * Returns the style element with this page's inline rules; null on a page that has the route's style sheet or has
 * requested it.
 */
const inlineRules = () => document.querySelector<HTMLElement>('style[data-sheet]');

/**
 * Fetches the route's style sheet before a script shows something new, as the page has only the rules of its first view
 * inline. Resolves once the sheet has loaded or failed; later calls resolve at once.
 */
export const needSheet = (): Promise<unknown> =>
  new Promise((resolve) => {
    const style = inlineRules();
    if (!style) return resolve(style);
    const href = style.dataset.sheet!;
    delete style.dataset.sheet;
    const onload = () => {
      // the server reads this cookie with the next request, see framework/page-styles.ts
      setCookie('sheet', href);
      resolve(style);
    };
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload, onerror: resolve }),
    );
  });

/** Returns HTML or CSS without its font faces: a phone's first page lacks the font faces of its later pages. */
const withoutFaces = (text: string) => text.replace(/@font-face\s*{[^}]*}/g, '');

/**
 * Fetches the route's style sheet when the inline rules of a fetched page differ from the rules of this page. A new
 * sheet makes the browser compute the style of every element again, so a refresh with the same rules fetches none.
 */
export async function needSheetFor(html: string): Promise<void> {
  const style = inlineRules();
  if (style && !withoutFaces(html).includes(`>${withoutFaces(style.textContent)}</style>`)) await needSheet();
}
