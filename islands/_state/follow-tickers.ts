import { followTicker, isTickerWaiting } from './tickers.ts';

/** What the socket has no place for changes unannounced: it is looked at this often, ms. */
const LOOK_MS = 3_000;

/**
 * Calls `ask` at each trade of the tickers that `data-tickers` names, also when the names change, and now and then for those that
 * wait for a place. A tab nobody sees watches none. @returns stops
 */
export function followTickers(element: HTMLElement, ask: () => void): () => void {
  let stops: (() => void)[] = [];
  let tickers: string[] = [];
  const end = () => {
    for (const stop of stops) stop();
  };
  const follow = () => {
    tickers = (!document.hidden && element.dataset.tickers?.split(' ')) || [];
    const next = tickers.map((ticker) => followTicker(ticker, ask));
    // after the new ones, so that a ticker in both is not given up in between
    end();
    stops = next;
  };
  follow();
  const observer = new MutationObserver(follow);
  observer.observe(element, { attributeFilter: ['data-tickers'] });
  const timer = setInterval(() => tickers.some(isTickerWaiting) && ask(), LOOK_MS);
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    observer.disconnect();
    clearInterval(timer);
    end();
  };
}
