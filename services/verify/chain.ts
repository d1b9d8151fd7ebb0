/** The chain of a season: every row is what its link committed to, and none came or went. */
import { type ChainLink, chainBeginning, linkText } from '#core/season/chain.ts';
import type { Sql } from '#db/client.ts';
import { rowsAfterChain } from '#db/queries/proof/chain.ts';
import { seasonAccounts } from '#db/queries/proof/verify.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { blockLines, type RecordBlock, seasonRecord } from '../bundle/record.ts';
import { hashOfLines, sha256 } from '../season/links.ts';
import { BlockCheck } from './blocks.ts';
import { readEvent, readFill } from './bundle/lines.ts';
import { SeasonDiffersError } from './difference.ts';

/** Follows a chain block by block. */
export class ChainCheck {
  #head: string;
  links = 0;

  constructor(season: number) {
    this.#head = sha256(chainBeginning(season));
  }

  /** @throws SeasonDiffersError naming the link and its rows */
  add({ link, ...lines }: RecordBlock): void {
    const { seq, rules, rowsHash, head } = link;
    this.links++;
    if (seq !== this.links) throw new SeasonDiffersError(`Link ${this.links} of the chain is missing.`);
    const name = nameOfLink(link);
    demandEnds(name, 'fill', lines.fills, link.firstFill, link.lastFill);
    demandEnds(name, 'event', lines.events, link.firstEvent, link.lastEvent);
    if (lines.rules.length !== rules || hashOfLines(blockLines(lines)) !== rowsHash)
      throw new SeasonDiffersError(`${name} is not of the rows that are there: one was changed.`);
    const should = sha256(linkText(this.#head, link));
    this.#head = head;
    if (should !== head)
      throw new SeasonDiffersError(`${name} has head ${head}, which does not follow from what it says.`);
  }
}

/** @returns how many links were checked, 0 for a season from before chains @throws SeasonDiffersError */
export async function checkChain(sql: Sql, season: SeasonRow): Promise<number> {
  const check = new ChainCheck(season.number);
  const blocks = new BlockCheck(season);
  const accounts = await seasonAccounts(sql, season.id);
  const traders = new Map(accounts.map((account) => [account.userId, account]));
  for await (const block of seasonRecord(sql, season.id)) {
    check.add(block);
    for (const line of block.fills) blocks.addFill(readFill(valuesOf(line)), traders);
    for (const line of block.events) blocks.addEvent(readEvent(valuesOf(line)), traders);
    blocks.addLink(block.link.at);
  }
  if (!season.endedAt || check.links === 0) return check.links;
  const extra = await rowsAfterChain(sql, season.id, season.endedAt);
  if (extra)
    throw new SeasonDiffersError(`${extra.kind} ${extra.id} is in no link of the chain, which is closed.`);
  return check.links;
}

const valuesOf = (line: string) => (JSON.parse(line) as unknown[]).slice(1);

/** The ids a link names are those of its first and last row. */
function demandEnds(
  name: string,
  kind: 'fill' | 'event',
  lines: readonly string[],
  first: bigint | null,
  last: bigint | null,
) {
  for (const [should, line] of [
    [first, lines[0]],
    [last, lines.at(-1)],
  ] as const) {
    const is = line === undefined ? null : BigInt((JSON.parse(line) as [string, number])[1]);
    if (is === should) continue;
    const row = kind === 'fill' ? 'fill' : 'order event';
    throw new SeasonDiffersError(
      is === null || (should !== null && should < is)
        ? `${name} is not of the rows that are there: ${row} ${should} is missing.`
        : `${name} is not of the rows that are there: ${row} ${is} is not one of its own.`,
    );
  }
}

const range = (kind: string, first: bigint | null, last: bigint | null) =>
  first === null ? [] : [first === last ? `${kind} ${first}` : `${kind}s ${first} to ${last}`];

function nameOfLink({ seq, firstFill, lastFill, firstEvent, lastEvent }: ChainLink): string {
  const rows = [...range('fill', firstFill, lastFill), ...range('order event', firstEvent, lastEvent)];
  return `Link ${seq} of the chain (${rows.join(', ') || 'rules'})`;
}
