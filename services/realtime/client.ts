/** An open socket of a page, and the topics it hears. */
import type { ServerMessage } from '#core/contract/events.ts';
import type { Locale } from '#core/locale/locale.ts';

/** What a client needs of a socket; Bun's ServerWebSocket has it. */
export type Wire = {
  send(text: string): unknown;
  subscribe(topic: string): void;
  unsubscribe(topic: string): void;
  ping(): unknown;
  close(code: number, reason: string): void;
  /** At once, whatever is still on its way. */
  terminate(): void;
};
/** An open socket. `session` is the SHA-256 of its session's token, hex. */
export type Client = {
  wire: Wire;
  userId: number;
  session: string;
  /** The language of its messages. */
  locale: Locale;
  /** Tickers it watches; the object tells this subscription from an earlier one to the same ticker. */
  subscriptions: Map<string, object>;
  /** The user's standing of the last message. */
  standing?: string;
  /** Pings since it said anything. */
  unanswered: number;
  /** Messages taken in the second that began at `since`. */
  taken: number;
  since: number;
};

/** A message as it is sent. */
export const write = (message: ServerMessage): string => JSON.stringify(message);

export const EVERYONE = 'all';
/** Who watches a ticker. */
export const WATCHERS = 'w';
export const tickerTopic = (symbol: string) => `t:${symbol}`;
export const noticeTopic = (userId: number, locale: Locale) => `n:${userId}:${locale}`;
export const userTopic = (userId: number) => `u:${userId}`;

/** WebSocket close codes: the policy was violated, or the session is over. */
export const POLICY = 1008;
/** And ours: the user has opened more sockets since. */
export const TOO_MANY = 4008;
