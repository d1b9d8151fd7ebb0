/**
 * Yields the rows of a long list in batches.
 * @param size most rows in a batch
 * @param read returns up to `size` rows after `last`; null: from the first row on
 */
export async function* inBatches<Row>(
  size: number,
  read: (last: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let last: Row | null = null; ; ) {
    const rows: readonly Row[] = await read(last);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1)!;
  }
}
