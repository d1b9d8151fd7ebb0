import { eventOf, MAX_TICKERS } from '#core/contract/events.ts';
import { type Freshness, liveRegion } from '#framework/browser/live-region.ts';
import { softLinks } from '#framework/browser/soft-links.ts';
import { isOwnCause } from './key.ts';
import { onMessage, subscribeTicker } from './socket.ts';

type Props = Freshness & {
  /** Types of socket messages, and window events, after which the region is drawn anew. */
  on?: readonly string[];
  /** Links inside that lead to the same path are followed without leaving the page. */
  links?: boolean;
};

/**
 * Keeps the part of the page inside it, marked `data-region`, as the server draws it: now and then, when the tab is looked
 * at, after the messages named in `on`, and at each trade of a ticker in `data-tickers`.
 */
export function mountLiveRegion(host: HTMLElement, { on = [], links, ...freshness }: Props): () => void {
  const element = host.querySelector<HTMLElement>('[data-region]')!;
  const region = liveRegion(element, freshness);
  const ends = [
    region.stop,
    onMessage((message) => {
      // who sends a form refreshes the page with its answer
      const isKnown =
        ('greeting' in message && message.greeting) || ('cause' in message && isOwnCause(message.cause));
      if (on.includes(eventOf(message)) && !isKnown) region.ask();
    }),
    listen(on, region.ask),
    followTickers(element, region.ask),
  ];
  if (links) ends.push(softLinks(element));
  return () => {
    for (const end of ends) end();
  };
}

function listen(names: readonly string[], listener: () => void): () => void {
  for (const name of names) window.addEventListener(name, listener);
  return () => {
    for (const name of names) window.removeEventListener(name, listener);
  };
}

/**
 * Calls `ask` at each trade of the first tickers that `data-tickers` names, also when the names change. A tab nobody sees watches
 * none. @returns stops
 */
function followTickers(element: HTMLElement, ask: () => void): () => void {
  let stops: (() => void)[] = [];
  const end = () => {
    for (const stop of stops) stop();
  };
  const follow = () => {
    const tickers = (!document.hidden && element.dataset.tickers?.split(' ')) || [];
    const next = tickers.slice(0, MAX_TICKERS).map((ticker) => subscribeTicker(ticker, ask));
    // after the new ones, so that a ticker in both is not given up in between
    end();
    stops = next;
  };
  follow();
  const observer = new MutationObserver(follow);
  observer.observe(element, { attributeFilter: ['data-tickers'] });
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    observer.disconnect();
    end();
  };
}
