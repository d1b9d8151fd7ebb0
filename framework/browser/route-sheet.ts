import { setCookie } from './set-cookie.ts';

/** The rules this page was painted with, while its route's sheet has not been asked for. */
const inlineRules = () => document.querySelector<HTMLElement>('style[data-sheet]');

/**
 * Fetches the route's style sheet before a script shows something new: the page has inline only the rules it was painted with.
 * Resolves once the sheet is loaded or has failed, and at once for later calls.
 */
export const needSheet = (): Promise<unknown> =>
  new Promise((resolve) => {
    const style = inlineRules();
    if (!style) return resolve(style);
    const href = style.dataset.sheet!;
    delete style.dataset.sheet;
    const onload = () => {
      // framework/page-styles.ts reads it with the next page
      setCookie('sheet', href);
      resolve(style);
    };
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload, onerror: resolve }),
    );
  });

/** A phone's first page comes without the faces that its later pages have. */
const withoutFaces = (text: string) => text.replace(/@font-face\s*{[^}]*}/g, '');

/**
 * Fetches the route's style sheet when a page that is to be shown here has other rules inline than this page. A sheet that
 * arrives makes the browser compute every element's style again, so a refresh with the same rules does without.
 */
export async function needSheetFor(html: string): Promise<void> {
  const style = inlineRules();
  if (style && !withoutFaces(html).includes(`>${withoutFaces(style.textContent)}</style>`)) await needSheet();
}
