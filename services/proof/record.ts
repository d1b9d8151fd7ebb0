/** Reads a season's record block by block: a link of its chain with the rows that it commits to. */
import { type SaltedLink, saltLines } from '#core/season/chain.ts';
import { inBatches } from '#db/batches.ts';
import type { Queryable } from '#db/client.ts';
import { type RecordLine, recordLines } from '#db/queries/proof/bundle.ts';
import { chainLinks } from '#db/queries/proof/chain.ts';

/** Lines of one block, without line ends, in the sequence of hashing. */
export type RecordBlock = {
  rules: readonly string[];
  fills: readonly string[];
  events: readonly string[];
  /** One line; none in a season without salts. */
  salts: readonly string[];
  link: SaltedLink;
};

export const blockLines = ({ rules, fills, events, salts }: Omit<RecordBlock, 'link'>): readonly string[] => [
  ...rules,
  ...fills,
  ...events,
  ...salts,
];

const BATCH = 2_000;
const LINKS = 1_000;
/** The largest id that a column can hold. */
export const LAST_ID = 2n ** 63n - 1n;

/** Yields the blocks, oldest first. Keeps at most some thousand rows in memory. */
export async function* seasonRecord(sql: Queryable, seasonId: number): AsyncGenerator<RecordBlock> {
  const readerOf = (kind: 'rules' | 'fill' | 'event') =>
    lineReader((after) => recordLines(sql, kind, [{ seasonId, after, upTo: LAST_ID }], BATCH));
  const [rules, fills, events] = [readerOf('rules'), readerOf('fill'), readerOf('event')];
  const readLinks = (last: SaltedLink | null) => chainLinks(sql, seasonId, last?.seq ?? 0, LINKS);
  for await (const links of inBatches(LINKS, readLinks))
    for (const link of links)
      yield {
        rules: await rules.take((_, n) => n < link.rules),
        fills: await fills.take((id) => id <= (link.lastFill ?? 0n)),
        events: await events.take((id) => id <= (link.lastEvent ?? 0n)),
        salts: saltLines(link),
        link,
      };
}

/** @param read returns the next lines after an id, none at the end */
function lineReader(read: (after: bigint) => Promise<readonly RecordLine[]> | readonly RecordLine[]) {
  let lines: readonly RecordLine[] = [];
  let index = 0;
  let last = 0n;
  let isOver = false;

  async function peek(): Promise<RecordLine | null> {
    if (index < lines.length) return lines[index]!;
    if (isOver) return null;
    lines = await read(last);
    index = 0;
    isOver = lines.length === 0;
    last = lines.at(-1)?.id ?? last;
    return lines[0] ?? null;
  }

  return {
    /** Consumes and returns the lines before the first line that is not due. */
    async take(isDue: (id: bigint, n: number) => boolean): Promise<string[]> {
      const taken: string[] = [];
      for (;;) {
        const next = index < lines.length ? lines[index]! : await peek();
        if (!next || !isDue(next.id, taken.length)) return taken;
        taken.push(next.line);
        index++;
      }
    },
  };
}
