import { watchTicks } from '../../_live/quotes.ts';
import { onStatus, retry, type SocketStatus } from '../../_state/socket.ts';
import type { TickerSocket } from './realtime.ts';

/** The tab's socket as realtime mode sees it. */
export const tickerSocket: TickerSocket & { retry(): void } = {
  subscribe: (ticker, onMessage) =>
    watchTicks(ticker, ({ price, at }) => onMessage({ ticker, trade: { price: Number(price), time: at } })),
  watch(onState) {
    let status: SocketStatus = 'connecting';
    // a tab nobody sees hears of no trades: what it missed is fetched when it is looked at again
    const tell = () => onState(document.visibilityState === 'hidden' ? 'connecting' : status);
    const stop = onStatus((next) => {
      status = next;
      tell();
    });
    document.addEventListener('visibilitychange', tell);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', tell);
    };
  },
  retry,
};
