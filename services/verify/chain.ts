/** Checks the chain of a season: every row is the one its link commits to, and none was added or removed. */
import { readCents, writeCents } from '#core/money/money.ts';
import { add, type Cents, larger, subtract } from '#core/money/units.ts';
import type { EventKind } from '#core/orders/order.ts';
import { type BundleKind, type LineOf, readBundleLine } from '#core/season/bundle-lines.ts';
import { type ChainLink, chainBeginning, linkText } from '#core/season/chain.ts';
import type { Sql } from '#db/client.ts';
import { rowsAfterChain } from '#db/queries/proof/chain.ts';
import { type AccountRow, seasonAccounts } from '#db/queries/proof/verify.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { hashOfLines, sha256 } from '../proof/chain.ts';
import { blockLines, type RecordBlock, seasonRecord } from '../proof/record.ts';
import { type BundleEvent, type BundleFill, readEvent, readFill } from './bundle/lines.ts';
import { SeasonDiffersError } from './difference.ts';

/** The most two processes' clocks differ, ms. */
const CLOCKS_MS = 30_000;
/** No row in a link was decided longer than this before the previous link, ms: clocks differ, and a commit may wait. */
const LATE_MS = 60_000;
/** Order events made by the trader: their time is when they were decided. */
const BY_HAND: readonly EventKind[] = ['placed', 'replaced', 'joined'];

/** `most`: the most cash since the last link. */
type Purse = { cash: Cents; most: Cents; held: Cents; filledAt: number };
type Season = Pick<SeasonRow, 'rulesVersion' | 'startCash' | 'startedAt' | 'endedAt' | 'terms'>;
type Traders = ReadonlyMap<number, Pick<AccountRow, 'username' | 'isAdmin'>>;
type Row = { name: string; at: number };

export class BlockCheck {
  readonly #startCash: Cents;
  readonly #startedAt: number;
  readonly #endedAt: number;
  readonly #isSimulated: boolean;
  /** Before version 3 of the rules a link may have been made long after its rows were looked for. */
  readonly #isTimed: boolean;
  readonly #purses = new Map<number, Purse>();
  readonly #holds = new Map<string, Cents>();
  #decided: Row[] = [];
  #touched = new Map<number, string>();
  #linkedAt = Number.NEGATIVE_INFINITY;

  constructor({ rulesVersion, startCash, startedAt, endedAt, terms }: Season) {
    this.#startCash = readCents(startCash);
    this.#startedAt = startedAt?.getTime() ?? Number.POSITIVE_INFINITY;
    this.#endedAt = endedAt?.getTime() ?? Number.POSITIVE_INFINITY;
    this.#isSimulated = terms?.market === 'simulated';
    this.#isTimed = rulesVersion >= 3;
  }

  /** @throws SeasonDiffersError */
  addFill({ id, trader, order, filledAt, cash }: BundleFill, traders: Traders): void {
    const { username, isAdmin } = traders.get(trader)!;
    const name = `Fill ${id} (${username})`;
    // admins may trade before the start
    if (!isAdmin && (filledAt < this.#startedAt - CLOCKS_MS || filledAt > this.#endedAt + CLOCKS_MS))
      throw new SeasonDiffersError(`${name} is of ${iso(filledAt)}, when the season did not run.`);
    const purse = this.#purse(trader);
    if (this.#isSimulated && filledAt < purse.filledAt - CLOCKS_MS)
      throw new SeasonDiffersError(`${name} is of ${iso(filledAt)}, before the fill before it.`);
    purse.filledAt = Math.max(purse.filledAt, filledAt);
    purse.cash = add(purse.cash, readCents(cash));
    purse.most = larger(purse.most, purse.cash);
    if (order === null) this.#decided.push({ name, at: filledAt });
    this.#touched.set(trader, username);
  }

  addEvent({ id, order, trader, kind, at, terms }: BundleEvent, traders: Traders): void {
    const { username } = traders.get(trader)!;
    const purse = this.#purse(trader);
    const hold = readCents(terms.hold);
    purse.held = add(subtract(purse.held, this.#holds.get(order) ?? 0n), hold);
    if (terms.final_at === null) this.#holds.set(order, hold);
    else this.#holds.delete(order);
    if (this.#isSimulated && BY_HAND.includes(kind))
      this.#decided.push({ name: `Order event ${id} (${username})`, at });
    this.#touched.set(trader, username);
  }

  /** Checks a link. @param linkedAt when its rows were looked for, epoch ms @throws SeasonDiffersError */
  addLink(linkedAt: number): void {
    if ((this.#isTimed && linkedAt < this.#linkedAt) || linkedAt > this.#endedAt + CLOCKS_MS)
      throw new SeasonDiffersError(
        `A link of ${iso(linkedAt)} does not come after the one before, or comes after the end.`,
      );
    const late =
      this.#isTimed &&
      this.#decided.find((row) => row.at < this.#linkedAt - LATE_MS || row.at > linkedAt + LATE_MS);
    if (late)
      throw new SeasonDiffersError(
        `${late.name} is of ${iso(late.at)}, and the link it is in of ${iso(linkedAt)}.`,
      );
    for (const [trader, username] of this.#touched) {
      const purse = this.#purse(trader);
      if (purse.held > purse.most)
        throw new SeasonDiffersError(
          `The orders of ${username} hold ${writeCents(purse.held)}, and its account had ${writeCents(purse.most)}.`,
        );
      purse.most = purse.cash;
    }
    this.#decided = [];
    this.#touched = new Map();
    this.#linkedAt = linkedAt;
  }

  #purse(trader: number): Purse {
    let purse = this.#purses.get(trader);
    if (!purse) {
      const cash = this.#startCash;
      purse = { cash, most: cash, held: 0n, filledAt: Number.NEGATIVE_INFINITY };
      this.#purses.set(trader, purse);
    }
    return purse;
  }
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Follows a chain block by block. */
export class ChainCheck {
  #head: string;
  links = 0;

  constructor(season: number) {
    this.#head = sha256(chainBeginning(season));
  }

  /**
   * Checks that a link follows from its rows and the previous link.
   * @throws SeasonDiffersError naming the link and its rows
   */
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

/**
 * Checks a stored chain.
 * @returns how many links were checked; 0 for a season older than chains
 * @throws SeasonDiffersError
 */
export async function checkChain(sql: Sql, season: SeasonRow): Promise<number> {
  const check = new ChainCheck(season.number);
  const blocks = new BlockCheck(season);
  const accounts = await seasonAccounts(sql, season.id);
  const traders = new Map(accounts.map((account) => [account.userId, account]));
  for await (const block of seasonRecord(sql, season.id)) {
    check.add(block);
    for (const line of block.fills) blocks.addFill(readFill(valuesOf('fill', line)), traders);
    for (const line of block.events) blocks.addEvent(readEvent(valuesOf('event', line)), traders);
    blocks.addLink(block.link.at);
  }
  if (!season.endedAt || check.links === 0) return check.links;
  const extra = await rowsAfterChain(sql, season.id, season.endedAt);
  if (extra)
    throw new SeasonDiffersError(`${extra.kind} ${extra.id} is in no link of the chain, which is closed.`);
  return check.links;
}

const valuesOf = <K extends BundleKind>(_: K, line: string) => readBundleLine(line)!.values as LineOf<K>;

/** Checks that the ids in a link are those of its first and last row. */
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
