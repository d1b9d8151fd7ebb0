/** Makes a season's bundle without a database: the lines of an honest season of random fills and orders on the tape. */
import { createHash } from 'node:crypto';
import { Board, STATUS } from '#core/leaderboard/board.ts';
import { finalResults, rankBoard } from '#core/leaderboard/ranking.ts';
import { writeCents, writePrice, writeQuantity } from '#core/money/money.ts';
import {
  cents,
  negate,
  type PriceE4,
  priceE4,
  type QuantityMicros,
  quantityMicros,
} from '#core/money/units.ts';
import { holdOf } from '#core/orders/hold.ts';
import { MAX_ORDER_WAIT_MS } from '#core/orders/order.ts';
import { NEWEST_RULES } from '#core/season/terms.ts';
import { beginReplay, type Replayed, replayedEquity, replayFill } from '#core/trading/audit.ts';
import type { Size } from '#core/trading/order.ts';
import { closingFill, openingFill } from '#core/trading/position.ts';
import { CATALOGUE_VERSION } from '#market/simulated/companies.ts';
import { ALL_SYMBOLS, TAPE_VERSION, Tape } from '#market/simulated/tape.ts';

const sha = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const START = Date.UTC(2026, 5, 3, 15, 0, 30);
const NUMBER = 3;
const START_CASH = cents(10_000_000n);

type Line = (string | number | boolean | null)[];
export type SampleOptions = {
  fills: number;
  traders: number;
  symbols: number;
  days: number;
  ordersEach: number;
  /** Version of the tape; the newest if absent. */
  version?: number;
};

/** Returns a generator of numbers from 0 to below 1, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** @param options.ordersEach every so many fills, one belongs to a limit order that waited */
export function sampleBundle(options: SampleOptions): Line[] {
  const { fills, traders, symbols, days, ordersEach, version = TAPE_VERSION } = options;
  const seeds = [START - 3_600_000, START + 60_000, START + (days * 86_400_000) / 2].map((from, n) => {
    const seed = createHash('sha256').update(`sample ${n}`).digest();
    return { from, seed };
  });
  const seedPeriods = seeds.map(({ from, seed }) => ({ effectiveFrom: from, seed }));
  const tape = new Tape({ version, seedPeriods });
  const end = START + days * 86_400_000;
  const random = randomFrom(7);
  const accounts = new Map<number, Replayed>();
  for (let id = 1; id <= traders; id++) accounts.set(id, beginReplay(START_CASH, NEWEST_RULES));
  const record: Line[] = [['rules', 0, START, '0.00', 80, 0, false]];
  const names = ALL_SYMBOLS.slice(0, symbols);
  const used = new Set<string>();
  let event = 0;
  for (let n = 0, id = 1; n < fills; n++, id += 1 + Math.floor(random() * 3)) {
    const placedAt = START + 120_000 + Math.floor(((end - START - 300_000) * n) / fills);
    const trader = 1 + Math.floor(random() * traders);
    const account = accounts.get(trader)!;
    const symbol = names[Math.floor(random() * symbols)]!;
    const open = account.open.get(symbol);
    const order = n % ordersEach === 1 && !open ? orderId(n) : null;
    let tick = tape.tickAt(symbol, placedAt)!;
    const limit = priceE4(BigInt(tick.price - Math.round(tick.price / 2000)));
    const most = Number(account.cash) / (tick.price / 100) / 4;
    const share = random();
    const some = quantityMicros(BigInt(Math.max(1, Math.floor(most * share * 1e6))));
    if (order) {
      const terms = limitTerms(symbol, limit, some, placedAt);
      record.push(['event', ++event, trader, order, 'placed', placedAt, null, 1, ...terms.live]);
      const met = tape
        .ticksBetween(symbol, placedAt, placedAt + 86_400_000)
        .find(({ price }) => price <= limit);
      if (!met || met.atMs > placedAt + ((end - START) * 0.9) / fills) {
        // no price reaches it in time, so it is cancelled
        const gone = Math.min(placedAt + 1000, (met?.atMs ?? end) - 1);
        record.push(['event', ++event, trader, order, 'cancelled', gone, null, 1, ...terms.gone(gone)]);
        continue;
      }
      tick = met;
    }
    const price = priceE4(BigInt(tick.price));
    const filledAt = order ? tick.atMs : placedAt;
    const closes = open !== undefined && random() < 0.6;
    const quantity = !closes
      ? some
      : share < 0.5
        ? open.position.quantity
        : quantityMicros((open.position.quantity * BigInt(1 + Math.floor(share * 99))) / 100n);
    const isShort = open?.position.isShort ?? (!order && random() < 0.4);
    const reason = 'order';
    const replayed = closes
      ? closingFill(open.position, quantity, price, reason, negate(account.cash))
      : openingFill(open?.position ?? null, symbol, isShort, quantity, price, filledAt, reason);
    const action = closes ? (isShort ? 'cover' : 'sell') : isShort ? 'short' : 'buy';
    const played = replayFill(account, {
      symbol,
      action,
      quantity,
      price,
      cash: replayed.cash,
      at: filledAt,
      reason,
    });
    if (typeof played === 'string') throw new Error(played);
    used.add(symbol);
    const facts = [
      writeQuantity(quantity),
      writePrice(price),
      writeCents(replayed.cash),
      tick.atMs,
      'simulated',
      filledAt,
    ];
    record.push(['fill', id, trader, action, symbol, ...facts, null, order]);
    if (order) {
      const terms = limitTerms(symbol, limit, some, placedAt);
      record.push(['event', ++event, trader, order, 'filled', tick.atMs, id, 1, ...terms.filled(tick.atMs)]);
    }
  }
  const marks = new Map([...used].sort().map((symbol) => [symbol, tape.tickAt(symbol, end)!] as const));
  const chained = chain(record);
  const count = (kind: string) => chained.filter(([each]) => each === kind).length;
  const terms = [
    'simulated',
    'always',
    0,
    15_000,
    version,
    CATALOGUE_VERSION,
    false,
    'shared',
    writeCents(START_CASH),
  ];
  return seal([
    [
      'season',
      NEWEST_RULES,
      NUMBER,
      ...terms,
      '900.00',
      START,
      end,
      traders,
      count('fill'),
      count('event'),
      count('link'),
    ],
    ['terms', 0, 0, false, null, 0],
    ...seeds.map(({ from, seed }, n): Line => ['seed', n, from, sha(seed), seed.toString('hex'), false]),
    ...[...accounts.keys()].map((id): Line => ['trader', id, id === 2 ? 'נועה' : `trader${id}`, false]),
    ...chained,
    ...[...marks].map(
      ([symbol, { price, atMs }]): Line => [
        ...['mark', symbol, writePrice(priceE4(BigInt(price)))],
        ...[atMs, 'simulated'],
      ],
    ),
    ...standings(
      accounts,
      new Map([...marks].map(([symbol, { price }]) => [symbol, priceE4(BigInt(price))])),
    ),
  ]);
}

const orderId = (n: number) => `0199a1b2-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** Returns the terms of a limit order to buy: while it works, and after each way it can end. @param at when it was placed, epoch ms */
function limitTerms(symbol: string, limit: PriceE4, quantity: QuantityMicros, at: number) {
  const size: Size = { kind: 'quantity', quantity };
  const hold = writeCents(holdOf({ action: 'buy', type: 'limit', limit, stop: null, size }, limit));
  const terms = (status: string, reason: string | null, finalAt: number | null): Line => [
    ...[symbol, 'buy', 'limit', 'gtc', writeQuantity(quantity), null, false, writePrice(limit)],
    ...[null, null, null, null, status, reason, null, null, null, finalAt === null ? hold : '0.00'],
    ...[at, at, null, at + MAX_ORDER_WAIT_MS, finalAt],
  ];
  return {
    live: terms('working', null, null),
    filled: (end: number) => terms('filled', null, end),
    gone: (end: number) => terms('cancelled', 'user', end),
  };
}

/** Returns the time of a line of the record, epoch ms. */
const timeOf = ([kind, ...values]: Line) =>
  values[{ rules: 1, fill: 9, event: 4 }[kind as string]!] as number;

/** Cuts the record into blocks of about 40 lines, each with its link. */
function chain(record: readonly Line[]): Line[] {
  const out: Line[] = [];
  for (let from = 0, seq = 1; from < record.length; from += 40, seq++) {
    const block = record.slice(from, from + 40);
    const of = (kind: string) => block.filter(([each]) => each === kind);
    const linkedAt = Math.max(...block.map(timeOf)) + 500;
    out.push(
      ...of('rules'),
      ...of('fill'),
      ...of('event'),
      ['salt', seq, sha(`salt ${seq}`)],
      ['link', seq, linkedAt, 0, null, null, null, null, '', ''],
    );
  }
  return linked(out, NUMBER);
}

/** Returns the lines of a bundle with every link computed again from its block and its predecessor. @param number the season's */
export function linked(lines: readonly Line[], number: number): Line[] {
  let head = sha(`paperpit season chain 1 ${number}`);
  let block: Line[] = [];
  return lines.map((line) => {
    if (['rules', 'fill', 'event', 'salt'].includes(line[0] as string)) block.push(line);
    if (line[0] !== 'link') return line;
    const of = (kind: string) => block.filter(([each]) => each === kind);
    const id = (row: Line | undefined) => row?.[1] ?? null;
    const [fills, events] = [of('fill'), of('event')];
    const ids = [id(fills[0]), id(fills.at(-1)), id(events[0]), id(events.at(-1))];
    const rowsHash = sha(block.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const facts = [line[1]!, line[2]!, of('rules').length, ...ids, rowsHash];
    head = sha([head, ...facts.map((fact) => fact ?? '-')].join(' '));
    block = [];
    return ['link', ...facts, head];
  });
}

/** Returns the rows of the final table. @param out ids of disqualified traders */
export function standings(
  accounts: ReadonlyMap<number, Replayed>,
  marks: ReadonlyMap<string, PriceE4>,
  out: ReadonlySet<number> = new Set(),
): Line[] {
  const board = new Board();
  for (const [userId, account] of accounts)
    board.setAccount({
      userId,
      cash: replayedEquity(account, marks),
      realised: account.realised,
      trades: account.trades,
      lastTradeAt: account.lastTradeAt === null ? null : account.lastTradeAt * 1000,
      status: out.has(userId) ? STATUS.disqualified : STATUS.trader,
    });
  return [...finalResults(rankBoard(board, new Map()), board)].map((s) => {
    const { cash } = accounts.get(s.userId)!;
    const facts = [
      writeCents(s.equity),
      writeCents(s.realised),
      s.trades,
      writeCents(cash),
      out.has(s.userId),
    ];
    return ['standing', s.rowNumber, s.userId, s.place, s.rank, ...facts];
  });
}

/** Appends the line that ends a bundle. */
export function seal(lines: readonly Line[]): Line[] {
  const body = lines.filter(([kind]) => kind !== 'end');
  return [...body, ['end', sha(bundleText(body))]];
}

export const bundleText = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
