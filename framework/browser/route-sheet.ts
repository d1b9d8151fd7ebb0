import { setCookie } from './set-cookie.ts';

/**
 * Fetches the route's style sheet before a script shows something new: the page has inline only the rules it was painted with.
 * Resolves once the sheet is loaded or has failed, and at once for later calls.
 */
export const needSheet = (): Promise<unknown> =>
  new Promise((resolve) => {
    const style = document.querySelector<HTMLElement>('style[data-sheet]');
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
