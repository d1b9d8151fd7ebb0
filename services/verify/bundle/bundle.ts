/** Proves a season from its bundle alone, in one pass: no database, no settings. */
import { readCents, readPrice, readQuantity, writeCents, writePrice } from '#core/money/money.ts';
import { type PriceE4, priceE4 } from '#core/money/units.ts';
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
import { type BundleLine, type BundleSeason, type Kind, readLine, readSeason } from './lines.ts';
import { orderKeeper } from './orders.ts';

type Trader = { userId: number; username: string; isAdmin: boolean };
type Values = readonly unknown[];

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
  add(kind: read.Kind, values: Values, text: string): void {
    this.#inChain(() => this.#take(kind, values, text));
  }

  #inChain<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!this.#broken || !(error instanceof SeasonDiffersError) || error === this.#broken) throw error;
      throw new SeasonDiffersError(`${error.message} ${this.#broken.message}`);
    }
  }

  #take(kind: read.Kind, values: Values, text: string): void {
    if (kind === 'seed') this.#addSeed(values);
    else if (kind === 'split') this.#addSplit(values);
    else if (kind === 'trader') this.#addTrader(values);
    else if (kind === 'mark') this.#addMark(values);
    else if (kind === 'standing') this.#addStanding(read.readStanding(values));
    else this.#addRecord(kind, values, text);
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

  #addSeed(values: Values): void {
    const [period, from, hash, seed] = values as [number, number, string, string];
    const bytes = Buffer.from(seed, 'hex');
    if (new Bun.CryptoHasher('sha256').update(bytes).digest('hex') !== hash)
      throw new SeasonDiffersError(`The seed of period ${period} is not the one its hash was published of.`);
    this.#seeds.push({ effectiveFrom: from, seed: bytes });
  }

  #addSplit(values: Values): void {
    const [, symbol, date, numerator, denominator, userId, afterFill] = values as [
      ...[number, string, string, number, number, number, number],
    ];
    const [quantityBefore, quantitySince, quantityAfter, entryAfter] = values.slice(7) as [
      ...[string, string, string, string],
    ];
    this.#splits.push({
      ...{ symbol, date, numerator, denominator, userId, username: `trader ${userId}` },
      ...{ afterFill: BigInt(afterFill), quantityBefore, quantitySince, quantityAfter, entryAfter },
    });
  }

  #addTrader(values: Values): void {
    const [userId, username, isAdmin] = values as [number, string, boolean];
    this.#traders.set(userId, { userId, username, isAdmin });
  }

  #addRecord(kind: read.Kind, values: Values, text: string): void {
    if (kind === 'link') {
      this.#addLink(read.readLink(values));
    } else if (kind === 'rules') {
      this.#block.rules.push(text);
      this.#coming.push(read.readRule(values));
    } else if (kind === 'event') {
      this.#block.events.push(text);
      this.#addEvent(read.readEvent(values));
    } else {
      this.#block.fills.push(text);
      this.#addFill(read.readFill(values));
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
    const leg = replayFill(
      account,
      {
        ...{ symbol, action, price, reason: reason ?? 'order', at: filledAt },
        ...{ quantity: readQuantity(fill.quantity), cash: readCents(fill.cash) },
      },
      this.#rules,
    );
    if (typeof leg === 'string') throw new SeasonDiffersError(`${name} ${leg}.`);
    this.#known.blocks.addFill(fill, this.#traders);
    this.#known.orders.addFill(fill, name, leg.position.quantity);
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

  #addMark(values: Values): void {
    const [symbol, price, quoteAt, source] = values as [string, string, number | null, string | null];
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
    const results = [...this.#standings.values()].map(({ trader, row, place, isOut, ...rest }) => ({
      ...rest,
      ...{ userId: trader, username: this.#trader(trader, '').username, rowNumber: row, place: place ?? row },
      ...{ ranked: place !== null, disqualified: isOut ? '' : null },
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
const PLACES: Record<Kind, number> = {
  ...{ season: 0, seed: 1, split: 2, trader: 3, rules: 4, fill: 4, event: 4, link: 4 },
  ...{ mark: 5, standing: 6, end: 7 },
};

/**
 * Proves a season from its bundle.
 * @param lines of the bundle
 * @throws SeasonDiffersError naming the row, CannotCheckError
 */
export async function verifyBundle(lines: AsyncIterable<string>): Promise<Verification & { number: number }> {
  const hasher = new Bun.CryptoHasher('sha256');
  const order = lineOrder();
  let season: BundleSeason | null = null;
  let book: BundleBook | null = null;
  let isOver = false;
  let end = { should: '', is: '' };
  let n = 0;
  for await (const text of lines) {
    const line = readLine(text, ++n);
    if (isOver) throw new SeasonDiffersError(`Line ${n} stands behind the end.`);
    order.add(line, n);
    if (line.kind === 'end') {
      isOver = true;
      end = { should: line.values[0] as string, is: hasher.digest('hex') };
      continue;
    }
    hasher.update(`${text}\n`);
    if (line.kind === 'season') {
      season = readSeason(line.values);
      book = new BundleBook(season);
    } else addTo(book!, line, text, n);
  }
  if (!season || !book || !isOver) throw new SeasonDiffersError('The bundle has no end.');
  const verified = book.result();
  for (const [kind, should] of Object.entries(season.counts))
    if (order.count(kind.slice(0, -1) as Kind) !== should)
      throw new SeasonDiffersError(
        `The bundle should have ${should} ${kind}; it has ${order.count(kind.slice(0, -1) as Kind)}.`,
      );
  // last, because it names no row
  if (end.should !== end.is)
    throw new SeasonDiffersError(`The end says the bundle's hash is ${end.should}; it is ${end.is}.`);
  return { number: season.number, ...verified };
}

function addTo(book: BundleBook, { kind, values }: BundleLine, text: string, n: number): void {
  try {
    book.add(kind, values, text);
  } catch (error) {
    if (!(error instanceof RangeError) && (error as Error).constructor !== Error) throw error;
    throw new SeasonDiffersError(`Line ${n} cannot be read: ${(error as Error).message}`);
  }
}

/** Checks the order of lines: kinds come one after another, the lines of a kind in the order of their first value. */
function lineOrder() {
  const last = new Map<Kind, unknown>();
  const counts = new Map<Kind, number>();
  let place = -1;
  return {
    count: (kind: Kind): number => counts.get(kind) ?? 0,
    add({ kind, values: [first] }: BundleLine, n: number): void {
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
