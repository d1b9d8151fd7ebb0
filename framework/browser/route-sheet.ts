import { setCookie } from './set-cookie.ts';

/**
 * Fetches the rest of the route's rules, for what a script is about to show: the page came with those it needed to paint, and who
 * only reads never pays for more. Resolves once they are there or cannot be had, and at once for who is not the first to ask.
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
