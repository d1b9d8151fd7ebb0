import { onStatus, retry, type SocketStatus, subscribeTicker } from '../../_state/socket.ts';
import type { TickerSocket } from './realtime.ts';

/** The tab's socket as realtime mode sees it. */
export const tickerSocket: TickerSocket & { retry(): void } = {
  subscribe: subscribeTicker,
  watch: (onState: (state: SocketStatus) => void) => onStatus(onState),
  retry,
};
