/**
 * Pages of a list that gets new rows. The address of a page names the row beside it, so a reader who turns pages sees each
 * row once. Row ids rise with time; the first page has the newest rows. Pure.
 */
import { z } from 'zod';

const Id = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt)
  .optional()
  .catch(undefined);

/** Fields of a page's address: rows older than `before`, or newer than `after`. */
export const listAnchor = { before: Id, after: Id };
export type ListAnchor = { before?: bigint | undefined; after?: bigint | undefined };

/** The rows beside a page; null at an end. */
export type ListEnds = { first: bigint | null; last: bigint | null };

/** Returns which page this is and how many there are. @param newer rows before it @param older rows after it */
export function pageAmong({ newer, older }: { newer: number; older: number }, limit: number) {
  const page = 1 + Math.ceil(newer / limit);
  return { page, pages: page + Math.ceil(older / limit) };
}

/** Returns the query of a link from page `from` to the one before or after it; the first page needs none. */
export function turnQuery(from: number, to: number, { first, last }: ListEnds): Record<string, string> {
  if (to <= 1) return {};
  const isOlder = to > from;
  const id = isOlder ? last : first;
  return { page: String(to), ...(id !== null && { [isOlder ? 'before' : 'after']: String(id) }) };
}
