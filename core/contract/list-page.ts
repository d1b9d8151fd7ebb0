/**
 * Pages of a list to which rows are added (keyset pagination). A link to a neighbouring page names the nearest row of
 * the present page, so a reader sees each row once. Row ids rise with time; the first page has the newest rows. Pure.
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

/** The ids of a page's first and last row; null when the page has no rows. */
export type ListEnds = { first: bigint | null; last: bigint | null };

/**
 * Returns the number of a page, and how many pages there are.
 * @param newer rows before the page @param older rows after it
 */
export function pageAmong({ newer, older }: { newer: number; older: number }, limit: number) {
  const page = 1 + Math.ceil(newer / limit);
  return { page, pages: page + Math.ceil(older / limit) };
}

/** Returns the query of a link from page `from` to page `to`, its neighbour; empty for the first page. */
export function turnQuery(from: number, to: number, { first, last }: ListEnds): Record<string, string> {
  if (to <= 1) return {};
  const isOlder = to > from;
  const id = isOlder ? last : first;
  return { page: String(to), ...(id !== null && { [isOlder ? 'before' : 'after']: String(id) }) };
}
