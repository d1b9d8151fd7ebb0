/** Proves a season from its bundle alone, in one pass: no database, no settings. */
import type { Rank } from '#core/leaderboard/rank.ts';
import { readCents, readPrice, readQuantity, writeCents, writePrice } from '#core/money/money.ts';
import { type PriceE4, priceE4 } from '#core/money/units.ts';
import { type BundleKind, type BundleRow, type LineOf, readBundleLine } from '#core/season/bundle-lines.ts';
import type { ChainLink } from '#core/season/chain.ts';
import { beginReplay, type Replayed, replayFill } from '#core/trading/audit.ts';
import { NO_RULES, type Rules } from '#core/trading/season-rules.ts';
import type { BundleStanding } from '#db/queries/proof/bundle.ts';
import type { SeasonSplit } from '#db/queries/trading/splits.ts';
import type { SeedPeriod } from '#market/market.ts';
import { Tape } from '#market/simulated/tape.ts';
import { BlockCheck, ChainCheck } from '../chain.ts';
import { compare, SeasonDiffersError } from '../difference.ts';
import { checkTable } from '../results.ts';
import { splitPlayer } from '../splits.ts';
import { demandLast, demandSource, demandTerms } from '../terms.ts';
import type { Verification } from '../verify.ts';
import * as read from './lines.ts';
import { orderKeeper } from './orders.ts';

type Trader = { userId: number; username: string; isAdmin: boolean };
type RecordRow = Extract<BundleRow, { kind: 'rules' | 'fill' | 'event' | 'link' }>;

class BundleBook {
  readonly #season: read.BundleSeason;
  readonly #seeds: SeedPeriod[] = [];
  readonly #splits: SeasonSplit[] = [];
  readonly #traders = new Map<number, Trader>();
  readonly #played = new Map<number, Replayed>();
  readonly #marks = new Map<string, PriceE4>();
  readonly #standings = new Map<number, BundleStanding>();
  readonly #chain: ChainCheck;
  /** Parts created when the record begins, when seeds, splits and traders are complete. */
  #parts: ReturnType<BundleBook['begin']> | null = null;
  #block = emptyBlock();
  /** The first link that does not match its rows: reported together with a wrong row, or alone at the end. */
  #broken: SeasonDiffersError | null = null;
  /** Recorded rules that come into force later, oldest first. */
  #coming: { firstFill: bigint; rules: Rules }[] = [];
  #rules: Rules = NO_RULES;
  #prices = 0;
  #foreign = 0;

  constructor(season: read.BundleSeason) {
    const { number, startedAt, terms } = season;
    demandTerms({ number, startedAt, terms });
    this.#season = season;
    this.#chain = new ChainCheck(number);
  }

  /** Checks the next line. @throws SeasonDiffersError naming the row; Error where a value cannot be read */
  add(row: BundleRow, text: string): void {
    this.#inChain(() => this.#take(row, text));
  }

  #inChain<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!this.#broken || !(error instanceof SeasonDiffersError) || error === this.#broken) throw error;
      throw new SeasonDiffersError(`${error.message} ${this.#broken.message}`);
    }
  }

  #take(row: BundleRow, text: string): void {
    if (row.kind === 'seed') this.#addSeed(row.values);
    else if (row.kind === 'split') this.#addSplit(row.values);
    else if (row.kind === 'trader') this.#addTrader(row.values);
    else if (row.kind === 'mark') this.#addMark(row.values);
    else if (row.kind === 'standing') this.#addStanding(row.values);
    else this.#addRecord(row as RecordRow, text);
  }

  private begin() {
    const { terms, endedAt } = this.#season;
    const tape =
      terms.tape && new Tape({ hours: terms.hours, version: terms.tape.version, seedPeriods: this.#seeds });
    return {
      tape,
      splits: splitPlayer(this.#splits, this.#played),
      blocks: new BlockCheck(this.#season),
      orders: orderKeeper(tape, endedAt.getTime(), (id, row) => this.#trader(id, row).username),
    };
  }

  get #known() {
    this.#parts ??= this.begin();
    return this.#parts;
  }

  #trader(id: number, what: string): Trader {
    const trader = this.#traders.get(id);
    if (!trader) throw new SeasonDiffersError(`${what} is of trader ${id}, who is not in the bundle.`);
    return trader;
  }

  #addSeed({ period, from, hash, seed }: LineOf<'seed'>): void {
    const bytes = Buffer.from(seed, 'hex');
    if (new Bun.CryptoHasher('sha256').update(bytes).digest('hex') !== hash)
      throw new SeasonDiffersError(`The seed of period ${period} is not the one its hash was published of.`);
    this.#seeds.push({ effectiveFrom: from, seed: bytes });
  }

  #addSplit({ trader, afterFill, before, since, after, ...split }: LineOf<'split'>): void {
    this.#splits.push({
      ...split,
      userId: trader,
      username: `trader ${trader}`,
      afterFill: BigInt(afterFill),
      quantityBefore: before,
      quantitySince: since,
      quantityAfter: after,
    });
  }

  #addTrader({ id, name, isAdmin }: LineOf<'trader'>): void {
    this.#traders.set(id, { userId: id, username: name, isAdmin });
  }

  #addRecord(row: RecordRow, text: string): void {
    if (row.kind === 'link') {
      this.#addLink(read.readLink(row.values));
    } else if (row.kind === 'rules') {
      this.#block.rules.push(text);
      this.#coming.push(read.readRule(row.values));
    } else if (row.kind === 'event') {
      this.#block.events.push(text);
      this.#addEvent(read.readEvent(row.values));
    } else {
      this.#block.fills.push(text);
      this.#addFill(read.readFill(row.values));
    }
  }

  #addEvent(event: read.BundleEvent): void {
    this.#trader(event.trader, `Order event ${event.id}`);
    this.#known.orders.addEvent(event);
    this.#known.blocks.addEvent(event, this.#traders);
  }

  #addLink(link: ChainLink): void {
    this.#known.blocks.addLink(link.at);
    try {
      this.#chain.add({ ...this.#block, link });
    } catch (error) {
      if (!(error instanceof SeasonDiffersError)) throw error;
      this.#broken ??= error;
    }
    this.#block = emptyBlock();
  }

  #addFill(fill: read.BundleFill): void {
    const { id, trader, action, symbol, reason, filledAt } = fill;
    const { username } = this.#trader(trader, `Fill ${id}`);
    const name = `Fill ${id} (${username}: ${action} ${fill.quantity} ${symbol} at ${fill.price})`;
    const price = readPrice(fill.price);
    demandSource(this.#season.terms, fill.source, name);
    this.#checkPrice(name, symbol, price, fill.quoteAt);
    const ageMs = filledAt - fill.quoteAt;
    if (this.#known.tape && (ageMs < 0 || ageMs > this.#season.terms.quoteMaxAgeMs))
      throw new SeasonDiffersError(`${name} is at a price of ${iso(fill.quoteAt)}, not of its own time.`);
    this.#known.splits.upTo(trader, id);
    while (this.#coming[0] && this.#coming[0].firstFill <= id) this.#rules = this.#coming.shift()!.rules;
    const account =
      this.#played.get(trader) ?? beginReplay(readCents(this.#season.startCash), this.#season.rulesVersion);
    this.#played.set(trader, account);
    const replayed = replayFill(
      account,
      {
        symbol,
        action,
        price,
        reason: reason ?? 'order',
        at: filledAt,
        quantity: readQuantity(fill.quantity),
        cash: readCents(fill.cash),
      },
      this.#rules,
    );
    if (typeof replayed === 'string') throw new SeasonDiffersError(`${name} ${replayed}.`);
    this.#known.blocks.addFill(fill, this.#traders);
    this.#known.orders.addFill(fill, name, replayed.position.quantity);
  }

  #checkPrice(name: string, symbol: string, price: PriceE4, quoteAt: number | null): void {
    const { tape } = this.#known;
    if (!tape) {
      this.#foreign++;
      return;
    }
    const tick = quoteAt === null || !tape.has(symbol) ? null : tape.tickAt(symbol, quoteAt);
    const should = tick && priceE4(BigInt(tick.price));
    if (price !== should)
      throw new SeasonDiffersError(
        `${name} should be at ${should === null ? 'no price' : writePrice(should)}.`,
      );
    this.#prices++;
  }

  #addMark({ symbol, price, quoteAt, source }: LineOf<'mark'>): void {
    const name = `The last price of ${symbol}`;
    demandSource(this.#season.terms, source, name);
    this.#checkPrice(`${name}, ${price},`, symbol, readPrice(price), quoteAt);
    const { tape } = this.#known;
    if (tape) demandLast(tape, symbol, quoteAt!, this.#season.endedAt.getTime(), `${name}, ${price},`);
    this.#marks.set(symbol, readPrice(price));
  }

  #addStanding(standing: BundleStanding): void {
    const { row, trader } = standing;
    const { username, isAdmin } = this.#trader(trader, `Row ${row} of the table`);
    if (isAdmin) throw new SeasonDiffersError(`${username} is an admin, and in row ${row} of the table.`);
    if (this.#standings.has(trader))
      throw new SeasonDiffersError(`Row ${row} of the table is of trader ${trader}, who has one already.`);
    this.#standings.set(trader, standing);
  }

  /** Finishes, and returns what was checked. @throws SeasonDiffersError naming the row */
  result(): Verification {
    return this.#inChain(() => this.#closed());
  }

  #closed(): Verification {
    const { terms, startCash } = this.#season;
    if (blockSize(this.#block) > 0)
      throw new SeasonDiffersError(`${firstOf(this.#block)} is in no link of the chain.`);
    this.#known.splits.rest();
    const orders = this.#known.orders.close();
    const cash = readCents(startCash);
    for (const { trader, cash: is } of this.#standings.values()) {
      const should = this.#played.get(trader)?.cash ?? cash;
      compare(
        `The account of ${this.#trader(trader, '').username}`,
        { cash: is },
        { cash: writeCents(should) },
      );
    }
    const results = [...this.#standings.values()].map(({ trader, row, place, rank, isOut, ...rest }) => ({
      ...rest,
      userId: trader,
      username: this.#trader(trader, '').username,
      rowNumber: row,
      place: place ?? row,
      rank: rank as Rank,
      ranked: place !== null,
      disqualified: isOut ? '' : null,
    }));
    const standings = checkTable(this.#season, this.#traders.values(), results, this.#played, this.#marks);
    if (this.#broken) throw this.#broken;
    const [prices, foreign, links] = [this.#prices, this.#foreign, this.#chain.links];
    return { market: terms.market, prices, foreign, standings, orders, links };
  }
}

type Block = { rules: string[]; fills: string[]; events: string[] };
const emptyBlock = (): Block => ({ rules: [], fills: [], events: [] });
const blockSize = ({ rules, fills, events }: Block) => rules.length + fills.length + events.length;
const firstOf = ({ rules, fills, events }: Block) => [...fills, ...events, ...rules][0];
const iso = (ms: number) => new Date(ms).toISOString();

/** Order of the kinds of lines; kinds that are mixed share a number. */
const PLACES: Record<BundleKind, number> = {
  season: 0,
  seed: 1,
  split: 2,
  trader: 3,
  rules: 4,
  fill: 4,
  event: 4,
  link: 4,
  mark: 5,
  standing: 6,
  end: 7,
};

/**
 * Proves a season from its bundle.
 * @param lines of the bundle
 * @throws SeasonDiffersError naming the row, CannotCheckError
 */
export async function verifyBundle(lines: AsyncIterable<string>): Promise<Verification & { number: number }> {
  const hasher = new Bun.CryptoHasher('sha256');
  const order = lineOrder();
  let season: read.BundleSeason | null = null;
  let book: BundleBook | null = null;
  let isOver = false;
  let end = { should: '', is: '' };
  let n = 0;
  for await (const text of lines) {
    const line = readBundleLine(text);
    n++;
    if (!line) throw new SeasonDiffersError(`Line ${n} is no line of a bundle: ${text.slice(0, 80)}`);
    if (isOver) throw new SeasonDiffersError(`Line ${n} stands behind the end.`);
    order.add(line, n);
    if (line.kind === 'end') {
      isOver = true;
      end = { should: line.values.hash, is: hasher.digest('hex') };
      continue;
    }
    hasher.update(`${text}\n`);
    if (line.kind === 'season') {
      season = read.readSeason(line.values);
      book = new BundleBook(season);
    } else addTo(book!, line, text, n);
  }
  if (!season || !book || !isOver) throw new SeasonDiffersError('The bundle has no end.');
  const verified = book.result();
  for (const [kind, should] of Object.entries(season.counts))
    if (order.count(kind.slice(0, -1) as BundleKind) !== should)
      throw new SeasonDiffersError(
        `The bundle should have ${should} ${kind}; it has ${order.count(kind.slice(0, -1) as BundleKind)}.`,
      );
  // last, because it names no row
  if (end.should !== end.is)
    throw new SeasonDiffersError(`The end says the bundle's hash is ${end.should}; it is ${end.is}.`);
  return { number: season.number, ...verified };
}

function addTo(book: BundleBook, row: BundleRow, text: string, n: number): void {
  try {
    book.add(row, text);
  } catch (error) {
    if (!(error instanceof RangeError) && (error as Error).constructor !== Error) throw error;
    throw new SeasonDiffersError(`Line ${n} cannot be read: ${(error as Error).message}`);
  }
}

/** Checks the order of lines: kinds come one after another, the lines of a kind in the order of their first value. */
function lineOrder() {
  const last = new Map<BundleKind, unknown>();
  const counts = new Map<BundleKind, number>();
  let place = -1;
  return {
    count: (kind: BundleKind): number => counts.get(kind) ?? 0,
    add({ kind, values }: BundleRow, n: number): void {
      const [first] = Object.values<unknown>(values);
      const previous = last.get(kind);
      const isLate = PLACES[kind] < place || (place < 0 && kind !== 'season');
      const isTwice = kind === 'season' && place >= 0;
      if (isLate || isTwice)
        throw new SeasonDiffersError(`Line ${n}, of a ${kind}, stands in the wrong place.`);
      if (previous !== undefined && !((first as number | string) > (previous as number | string)))
        throw new SeasonDiffersError(`Line ${n}: ${kind} ${first} stands behind ${kind} ${previous}.`);
      place = PLACES[kind];
      last.set(kind, first);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    },
  };
}
