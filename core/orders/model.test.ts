/** Compares the core with a model that takes one price at a time, knows no price paths and keeps separate books. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isWholeMatrix } from '#tests/helpers/matrix.ts';
import { naive, type Tape } from '#tests/helpers/naive-orders.ts';
import { SHARE } from '../money/money.ts';
import {
  add,
  basisPoints,
  type Cents,
  cents,
  type PriceE4,
  priceE4,
  quantityMicros,
  subtract,
} from '../money/units.ts';
import { AppError } from '../refusals/refusals.ts';
import { decide } from '../trading/order.ts';
import { NO_RULES } from '../trading/season-rules.ts';
import { advance, markedAt } from './advance.ts';
import { type Book, type Draft, heldCash } from './book.ts';
import { cancelInBook, followTrade } from './follow.ts';
import { type LogEntry, logFault } from './log.ts';
import { cut, type Stretch } from './meeting.ts';
import type { Scene } from './order.ts';
import { type NewOrder, place } from './place.ts';

const START = cents(100_000_00n);
const SYMBOLS = ['AAA', 'BBB'] as const;

type Ask = {
  kind: 'place';
  symbol: (typeof SYMBOLS)[number];
  action: NewOrder['action'];
  type: 'limit' | 'stop' | 'stop_limit' | 'trailing_stop';
  shares: number;
  /** Distances of the order's prices from the newest price, cents. */
  near: number;
  far: number;
  bracket: number;
  joins: boolean;
  isAll: boolean;
  days: number;
};
type Op =
  /** `together`: the other symbol's move in the same millisecond. */
  | { kind: 'tick'; symbol: (typeof SYMBOLS)[number]; move: number; together: number | null }
  | Ask
  | { kind: 'cancel'; which: number }
  | { kind: 'trade'; symbol: (typeof SYMBOLS)[number]; action: NewOrder['action']; shares: number };

const symbol = fc.constantFrom(...SYMBOLS);
const action = fc.constantFrom('buy', 'sell', 'short', 'cover');
const ops: fc.Arbitrary<Op[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('tick'),
        symbol,
        move: fc.integer({ min: -400, max: 400 }),
        together: fc.option(fc.integer({ min: -400, max: 400 })),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('place'),
        symbol,
        action,
        shares: fc.integer({ min: 1, max: 600 }),
        type: fc.constantFrom('limit', 'stop', 'stop_limit', 'trailing_stop'),
        near: fc.integer({ min: -300, max: 300 }),
        far: fc.integer({ min: -300, max: 300 }),
        bracket: fc.nat(400),
        joins: fc.boolean(),
        isAll: fc.boolean(),
        days: fc.nat(40),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel'), which: fc.nat(20) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('trade'),
        symbol,
        action,
        shares: fc.integer({ min: 1, max: 400 }),
      }),
    },
  ) as fc.Arbitrary<Op>,
  { minLength: 20, maxLength: 60 },
);

function askedOrder(op: Ask, last: PriceE4, oco: string | null): NewOrder {
  const away = (n: number) => priceE4(last + BigInt(n) * 100n);
  const isOpening = op.action === 'buy' || op.action === 'short';
  const hasLimit = op.type === 'limit' || op.type === 'stop_limit';
  const hasStop = op.type === 'stop' || op.type === 'stop_limit';
  const base = hasStop ? away(op.far) : away(op.near);
  const long = op.action === 'buy' ? 1n : -1n;
  const width = priceE4(BigInt(op.bracket) * 100n * long);
  return {
    symbol: op.symbol,
    action: op.action,
    type: op.type,
    tif: 'gtc',
    size:
      op.isAll && !isOpening
        ? { kind: 'all' }
        : { kind: 'quantity', quantity: quantityMicros(BigInt(op.shares) * SHARE) },
    limit: hasLimit ? away(op.near) : null,
    stop: hasStop ? away(op.far) : null,
    trail:
      op.type === 'trailing_stop' ? { kind: 'percent', percent: basisPoints(BigInt(op.bracket + 1)) } : null,
    expiresAt: op.days < 20 ? op.days * 1000 : null,
    clientOrderId: null,
    isQueued: false,
    oco,
    takeProfit: isOpening && op.bracket % 2 === 1 ? { limit: add(base, width) } : null,
    stopLoss:
      isOpening && op.bracket % 3 === 1 ? { stop: subtract(base, width), limit: null, trail: null } : null,
  };
}

type Outcome = { fills: string[]; cash: Cents; ends: string[] };

/** Returns the prices of a sequence as lines from one price to the next, all known before the first order. */
function linesOf(list: Op[]): Tape {
  const end = 1000 * (list.length + 2);
  return new Map(
    SYMBOLS.map((s) => {
      const lines: Stretch[] = [];
      let [fromMs, from] = [1000, priceE4(1_000_000n)];
      const drawTo = (toMs: number, to: PriceE4) => {
        lines.push({ fromMs, from, toMs, to });
        [fromMs, from] = [toMs, to];
      };
      for (const [n, op] of list.entries())
        if (op.kind === 'tick' && op.symbol === s) {
          const next = priceE4(from + BigInt(op.move) * 100n);
          drawTo(1000 * (n + 2), next > 0n ? next : from);
        }
      drawTo(end, from);
      return [s, lines] as const;
    }),
  );
}

/**
 * @param settles whether the book is also matched after step `n`; it always is before a trader's change
 * @param lines paths of prices; by default each price is an instant
 */
function play(list: Op[], settles: (n: number) => boolean, engine: Engine, lines?: Tape): Outcome {
  const tape: Tape = lines ?? new Map();
  const prices = new Map<string, PriceE4>();
  let now = 1000;
  let count = 0;
  let book: Book = {
    cash: START,
    startCash: START,
    rules: NO_RULES,
    version: 2,
    positions: new Map(),
    orders: new Map(),
    siteTime: (at) => at,
  };
  let matched = 0;
  const outcome: Outcome = { fills: [], cash: 0n, ends: [] };
  const logs = new Map<string, LogEntry[]>();
  const take = (draft: Draft) => {
    for (const { order, fill, at, kind } of draft.changes) {
      logs.set(order.id, [...(logs.get(order.id) ?? []), { kind, at, order }]);
      if (fill !== null)
        outcome.fills.push(
          `${order.id} ${draft.fills[fill]!.quantity} @ ${draft.fills[fill]!.price} at ${at}`,
        );
      if (order.finalAt !== null)
        outcome.ends.push(`${order.id} ${order.status} ${order.reason} ${order.finalAt}`);
    }
    book = { ...draft };
    expect(heldCash(book) <= book.cash).toBe(true);
    expect(book.cash >= 0n).toBe(true);
  };
  const tick = (s: string, price: PriceE4) => {
    prices.set(s, price);
    if (lines) return;
    tape.set(s, [...(tape.get(s) ?? []), { fromMs: now, from: price, toMs: now, to: price }]);
  };
  for (const s of SYMBOLS) tick(s, priceE4(1_000_000n));
  const lastOf = (s: string) => (lines ? wholePath(lines)(s, now - 1, now)[0]!.to : prices.get(s)!);
  const settle = () => {
    for (const draft of engine(book, tape, matched, now)) take(draft);
    matched = now;
    const path = wholePath(tape);
    const orders = new Map(book.orders);
    for (const order of book.orders.values()) orders.set(order.id, markedAt(order, path, now));
    book = { ...book, orders };
  };
  for (const [n, op] of list.entries()) {
    now += 1000;
    if (op.kind === 'tick') {
      for (const s of SYMBOLS) {
        const move = s === op.symbol ? op.move : op.together;
        if (move === null) continue;
        const next = priceE4(prices.get(s)! + BigInt(move) * 100n);
        tick(s, next > 0n ? next : prices.get(s)!);
      }
    } else {
      settle();
      try {
        if (op.kind === 'place') {
          const last = lastOf(op.symbol);
          const scene: Scene = {
            at: now,
            last,
            isFresh: true,
            dayEnd: now + 86_400_000,
            newId: () => String(++count).padStart(5, '0'),
          };
          const oco = op.joins ? ([...book.orders.keys()].at(-1) ?? null) : null;
          const request = askedOrder(op, last, oco);
          take(
            place(book, { ...request, expiresAt: request.expiresAt && now + request.expiresAt }, scene).draft,
          );
        } else if (op.kind === 'cancel') {
          const id = [...book.orders.keys()][op.which];
          if (id) take(cancelInBook(book, [id], 'user', now));
        } else {
          const size = { kind: 'quantity', quantity: quantityMicros(BigInt(op.shares) * SHARE) } as const;
          const order = { symbol: op.symbol, action: op.action, size, reverse: false, quotedPrice: null };
          const account = { cash: book.cash, held: heldCash(book), isOnlyPosition: book.positions.size < 2 };
          const terms = { rules: NO_RULES, version: 2, startCash: START, now, dayShare: null } as const;
          const held = book.positions.get(op.symbol) ?? null;
          take(followTrade(book, decide(order, account, held, lastOf(op.symbol), terms).fills, now));
        }
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }
    if (settles(n)) settle();
  }
  now += 1000;
  settle();
  // the naive model logs every change as `filled`
  if (engine !== naive) for (const log of logs.values()) expect(logFault(log, null)).toBeNull();
  return { ...outcome, cash: book.cash };
}

type Engine = (book: Book, tape: Tape, from: number, to: number) => Iterable<Draft>;

const wholePath = (tape: Tape) => (s: string, after: number, upTo: number) =>
  tape.get(s)!.flatMap((line) => cut(line, after, upTo) ?? []);

const core: Engine = (book, tape, from, to) => advance(book, wholePath(tape), from, to);

/** Returns the core with every path cut into pieces of these lengths, ms, in turn. */
const inPieces = (lengths: readonly number[]): Engine => {
  let count = 0;
  return (book, tape, from, to) => {
    const whole = wholePath(tape);
    function* path(s: string, after: number, upTo: number): Generator<Stretch> {
      for (let begin = after; begin < upTo; ) {
        const end = Math.min(upTo, begin + lengths[count++ % lengths.length]!);
        yield* whole(s, begin, end);
        begin = end;
      }
    }
    return advance(book, path, from, to);
  };
};

const never = () => false;
const sorted = (outcome: Outcome) => ({ ...outcome, ends: outcome.ends.toSorted() });

/** Random sequences a run; each run draws others. */
const SEQUENCES = isWholeMatrix ? 10_000 : 500;

test(`${SEQUENCES} random sequences come to what the model says`, () => {
  let filled = 0;
  fc.assert(
    fc.property(ops, (list) => {
      const is = play(list, never, core);
      filled += is.fills.length;
      expect(sorted(is)).toEqual(sorted(play(list, never, naive)));
    }),
    { numRuns: SEQUENCES },
  );
  expect(filled).toBeGreaterThan(SEQUENCES);
});

test('the number of matching passes changes no fill', () => {
  fc.assert(
    fc.property(ops, fc.integer({ min: 1, max: 5 }), (list, every) => {
      expect(play(list, (n) => n % every === 0, core)).toEqual(play(list, never, core));
    }),
    { numRuns: SEQUENCES / 2 },
  );
});

test('neither the cuts of a path nor the number of passes changes a fill', () => {
  let filled = 0;
  const lengths = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(ops, lengths, fc.integer({ min: 1, max: 5 }), (list, pieces, every) => {
      const whole = play(list, never, core, linesOf(list));
      filled += whole.fills.length;
      expect(play(list, never, inPieces(pieces), linesOf(list))).toEqual(whole);
      expect(play(list, (n) => n % every === 0, inPieces(pieces), linesOf(list))).toEqual(whole);
    }),
    { numRuns: SEQUENCES / 2 },
  );
  expect(filled).toBeGreaterThan(SEQUENCES / 2);
});
