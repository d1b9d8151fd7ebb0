/** The types of the socket's messages, for the browser, which does not load the schemas (socket.ts). */
import type { z } from 'zod';
import type * as schemas from './socket.ts';

export type Events = { [Name in keyof typeof schemas.EVENTS]: z.output<(typeof schemas.EVENTS)[Name]> };
export type EventName = keyof Events;
export type ServerMessage = Events[EventName];
export type ClientMessage = z.input<typeof schemas.ClientMessageSchema>;

/** Returns the event of a message; a trade has no `type`. */
export const eventOf = (message: ServerMessage): EventName => ('type' in message ? message.type : 'trade');

export const isEvent = <Name extends EventName>(
  message: ServerMessage,
  name: Name,
): message is Events[Name] => eventOf(message) === name;

/** The server sends `alive` on each socket this often, ms. */
export const ALIVE_MS = 20_000;
/** The most tickers a socket may watch. */
export const MAX_TICKERS = 10;
const MANY_MS = 3_000;
/**
 * Returns the ms between two refreshes of a page. @param fewMs the result for a page whose tickers fit on one socket
 */
export const pollMs = (tickers: number, fewMs: number) => (tickers > MAX_TICKERS ? MANY_MS : fewMs);

/** The event that a window dispatches when its page's account data is out of date. */
export const ACCOUNT_CHANGED = 'account-changed';
