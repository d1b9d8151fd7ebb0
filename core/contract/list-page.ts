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

/**
 * Reads the page beside the anchor's row: the older rows, or the newer ones. If the newer ones do not fill a page, it
 * reads the first page. Without an anchor, or without older rows, it reads a page by its number.
 */
export async function readBeside<Row>(
  { before, after }: ListAnchor,
  size: number,
  read: (anchor: ListAnchor) => Promise<Row[]>,
  readNumbered: () => Promise<Row[]>,
): Promise<Row[]> {
  if (before !== undefined || after !== undefined) {
    const rows = await read({ before, after });
    // too few newer rows for a page: the first page has them, and the rows beside them
    if (rows.length > 0 && (after === undefined || rows.length === size)) return rows;
    if (after !== undefined) return await read({});
  }
  return await readNumbered();
}

/** Returns the query of a link from page `from` to page `to`, its neighbour; empty for the first page. */
export function turnQuery(from: number, to: number, { first, last }: ListEnds): Record<string, string> {
  if (to <= 1) return {};
  const isOlder = to > from;
  const id = isOlder ? last : first;
  return { page: String(to), ...(id !== null && { [isOlder ? 'before' : 'after']: String(id) }) };
}
