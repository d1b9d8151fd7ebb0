/** Rules of the answers to contact messages. Pure. */

export const MAX_REPLY = 5000;
export const MAX_REPLY_LABEL = 60;

export const MOST_SAVED_REPLIES = 30;

/** The most messages that a request marks done; also the size of a page of the list. */
export const MOST_AT_ONCE = 50;

/** The fewest characters of a search. */
export const LEAST_SEARCH = 2;

/**
 * How an answer reached the sender. `sending`: a mail is on its way; `hand`: the staff has to send it, because mail is
 * off or failed; `site`: the sender reads it at /contact alone.
 */
export type ReplyWay = 'sending' | 'mail' | 'hand' | 'site';

/** Returns a saved reply with `{name}` and `{season}` filled in; other braces stay. */
export function fillSavedReply(text: string, values: { name: string; season: string }): string {
  return text.replace(/\{(name|season)\}/g, (_, place: 'name' | 'season') => values[place]);
}
