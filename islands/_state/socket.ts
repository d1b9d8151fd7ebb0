/** The tab's socket: all messages of the server, and the trade prints of subscribed tickers. */
import {
  ALIVE_MS,
  type ClientMessage,
  type EventName,
  type Events,
  isEvent,
  type ServerMessage,
} from '#core/contract/events.ts';
import { createSocket } from '#framework/browser/socket.ts';

export type { SocketStatus } from '#framework/browser/socket.ts';

const { subscribe, newestState, ...socket } = createSocket<ServerMessage, ClientMessage>({
  path: '/ws',
  silenceMs: 2.5 * ALIVE_MS,
  join: (ticker) => ({ action: 'subscribe', ticker }),
  leave: (ticker) => ({ action: 'unsubscribe', ticker }),
  // the server sends nothing else
  isMessage: (value): value is ServerMessage => typeof value === 'object' && value !== null,
  topicOf: (message) => ('ticker' in message ? message.ticker : undefined),
  isState: (message) => isEvent(message, 'competition'),
});
export const { onMessage, onStatus, onSignedOut, onReopen, retry, close } = socket;

/** Calls `handler` with the messages of one event. @returns a function that stops */
export const on = <Name extends EventName>(
  name: Name,
  handler: (message: Events[Name]) => void,
): (() => void) => onMessage((message) => isEvent(message, name) && handler(message));

/** Calls `handler` with the trade prints of one ticker. @returns a function that stops */
export const subscribeTicker = (symbol: string, handler: (message: Events['trade']) => void): (() => void) =>
  subscribe(symbol.toUpperCase(), (message) => isEvent(message, 'trade') && handler(message));

/** Returns whether a season is active, by the newest message of the open socket; undefined without such a message. */
export const competitionNow = (): boolean | undefined =>
  (newestState() as Events['competition'] | undefined)?.active;
