import { eventOf, MAX_TICKERS } from '#core/contract/events.ts';
import { type Freshness, liveRegion } from '#framework/browser/live-region.ts';
import { softLinks } from '#framework/browser/soft-links.ts';
import { behaviour } from '#framework/islands/behaviour.ts';
import { isOwnCause } from './_state/key.ts';
import { onMessage, onReopen, subscribeTicker } from './_state/socket.ts';

type Props = Freshness & {
  /** Types of socket messages and names of window events after which the region is fetched again. */
  on?: readonly string[];
  /** True when links to the same path are followed without leaving the page. */
  links?: boolean;
};

/**
 * Fetches the part of the page marked `data-region` again: at intervals, when the tab becomes visible, after the events
 * and messages in `on`, when the socket opens again (it may have missed such messages), and at trade prints of the
 * tickers in `data-tickers`. It ignores messages that a form of this tab caused.
 */
function mount(host: HTMLElement, { on = [], links, ...freshness }: Props): () => void {
  const element = host.querySelector<HTMLElement>('[data-region]')!;
  const region = liveRegion(element, freshness);
  const ends = [
    region.stop,
    onMessage((message) => {
      const isGreeting = 'greeting' in message && message.greeting;
      // a form of this tab refreshes the page when its response arrives
      const isOwnChange = 'cause' in message && isOwnCause(message.cause);
      if (on.includes(eventOf(message)) && !isGreeting && !isOwnChange) region.ask();
    }),
    on.length > 0 ? onReopen(region.ask) : () => {},
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
 * Calls `ask` at each trade print of the first `MAX_TICKERS` tickers in `data-tickers`, and follows changes of that
 * attribute. A hidden tab subscribes to none. @returns a function that stops
 */
function followTickers(element: HTMLElement, ask: () => void): () => void {
  let stops: (() => void)[] = [];
  const end = () => {
    for (const stop of stops) stop();
  };
  const follow = () => {
    const tickers = (!document.hidden && element.dataset.tickers?.split(' ')) || [];
    const next = tickers.slice(0, MAX_TICKERS).map((ticker) => subscribeTicker(ticker, ask));
    // subscribes before it unsubscribes, so that a ticker in both lists keeps its subscription
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

export default behaviour('LiveRegion', 'idle', mount);
