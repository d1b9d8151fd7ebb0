/** Messages of the socket, both ways, by the types of schemas/socket.ts: a browser does without the schemas. */
import type { z } from 'zod';
import type * as schemas from './schemas/socket.ts';

/** What the server says, by event. */
export type Events = { [Name in keyof typeof schemas.EVENTS]: z.output<(typeof schemas.EVENTS)[Name]> };
export type EventName = keyof Events;
export type ServerMessage = Events[EventName];
/** What a browser says. */
export type ClientMessage = z.input<typeof schemas.ClientMessageSchema>;

/** The event of a message; a trade has no type. */
export const eventOf = (message: ServerMessage): EventName => ('type' in message ? message.type : 'trade');

export const isEvent = <Name extends EventName>(
  message: ServerMessage,
  name: Name,
): message is Events[Name] => eventOf(message) === name;

/** How often the server says on each socket that it is there, ms. */
export const ALIVE_MS = 20_000;
/** Tickers a socket may watch. */
export const MAX_TICKERS = 10;
const MANY_MS = 3_000;
/** ms between two refreshes of a page: shorter for more tickers than its socket may watch. @param fewMs for the others */
export const pollMs = (tickers: number, fewMs: number) => (tickers > MAX_TICKERS ? MANY_MS : fewMs);

/** Fired on a page's window when what it shows of the account is out of date. */
export const ACCOUNT_CHANGED = 'account-changed';
