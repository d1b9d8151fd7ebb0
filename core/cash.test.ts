/** Compares movements of cash with exact fractions: each is rounded once, against the trader, so no sequence of orders earns a cent. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { all, desk, refusalOf, START } from '#tests/helpers/desk.ts';
import { bookOf, request, scene, walk } from '#tests/helpers/order-walk.ts';
import {
  notional,
  readCents,
  readPrice,
  readQuantity,
  SHARE,
  writeCents,
  writePrice,
} from './money/money.ts';
import {
  cents,
  entryE8,
  negate,
  type PriceE4,
  priceE4,
  type QuantityMicros,
  quantityMicros,
  subtract,
} from './money/units.ts';
import { advance } from './orders/advance.ts';
import { type Book, type Draft, heldCash, termsAt } from './orders/book.ts';
import { followForcedCover, followTrade } from './orders/follow.ts';
import type { Role } from './orders/order.ts';
import { place } from './orders/place.ts';
import { beginReplay, replayFill } from './trading/audit.ts';
import { planForcedCover } from './trading/margin.ts';
import { decide, type TradeOrder } from './trading/order.ts';
import { costAfter, pnlAt, worth } from './trading/pnl.ts';
import { closingFill, type DecidedFill, openingFill, type Position } from './trading/position.ts';
import { NO_RULES } from './trading/season-rules.ts';

/** A fraction of dollars. @param d > 0 */
type Fraction = { n: bigint; d: bigint };
const fraction = (n: bigint, d: bigint): Fraction => ({ n, d });
const plus = (a: Fraction, b: Fraction) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
const minus = (a: Fraction, b: Fraction) => plus(a, fraction(-b.n, b.d));
const times = (a: Fraction, b: Fraction) => fraction(a.n * b.n, a.d * b.d);
const over = (a: Fraction, b: Fraction) => fraction(a.n * b.d, a.d * b.n);
const dollars = (price: bigint) => fraction(price, 10_000n);
const shares = (quantity: bigint) => fraction(quantity, 1_000_000n);
const twice = (a: Fraction) => plus(a, a);
/** Returns a fraction in units of 10^-places, rounded down, up and half-up. */
function around({ n, d }: Fraction, places: bigint): { below: bigint; above: bigint; near: bigint } {
  const scaled = n * 10n ** places;
  const rest = ((scaled % d) + d) % d;
  const below = (scaled - rest) / d;
  const above = rest === 0n ? below : below + 1n;
  return { below, above, near: rest * 2n >= d ? above : below };
}
const down = (a: Fraction) => cents(around(a, 2n).below);
const up = (a: Fraction) => cents(around(a, 2n).above);
const toEntry = (a: Fraction) => entryE8(around(a, 8n).near);

const aPrice = fc
  .oneof(fc.bigInt(1n, 100n), fc.bigInt(10_000n, 9_999_999n), fc.constantFrom(10_0000n, 33_3333n))
  .map(priceE4);
const aQuantity = fc
  .oneof(
    fc.bigInt(1n, 3_000_000n),
    fc.bigInt(1_000_000n, 10n ** 9n),
    fc.bigInt(1n, 40n).map((n) => n * 500_000n),
  )
  .map(quantityMicros);
const steps = fc.array(fc.record({ opens: fc.boolean(), price: aPrice, quantity: aQuantity }), {
  minLength: 1,
  maxLength: 12,
});
const RICH_CASH = cents(10n ** 15n);
const TERMS = { rules: NO_RULES, version: 2, startCash: RICH_CASH, now: 0, dayShare: null } as const;
const RICH = { cash: RICH_CASH, isOnlyPosition: true };
const closeAll = (symbol: string, action: TradeOrder['action']): TradeOrder => ({
  symbol,
  action,
  size: { kind: 'all' },
  reverse: false,
  quotedPrice: null,
});

test('a short of 2.740191 at 498.6866, covered at 104.8170: collateral up, payment down; half-up by version 1', () => {
  const cover = (version: 1 | 2) => {
    const [quantity, price] = [readQuantity('2.740191'), readPrice('498.6866')];
    const held = openingFill(null, 'A', true, quantity, price, 0, 'order', version).position;
    const fill = closingFill(held, held.quantity, readPrice('104.8170'));
    return [held.cost, fill.cash, fill.closed!.pnl].map(writeCents);
  };
  expect(cover(2)).toEqual(['1366.50', '2445.77', '1079.27']);
  expect(cover(1)).toEqual(['1366.50', '2445.77', '1079.27']);
});

test('the vector of docs/rules/14-season-bundle.md 26', () => {
  const short = (version: 1 | 2) => {
    const first = openingFill(
      null,
      'A',
      true,
      readQuantity('1.000001'),
      readPrice('10.0050'),
      0,
      'order',
      version,
    );
    const { position } = openingFill(first.position, 'A', true, readQuantity('2'), readPrice('9.9999'), 0);
    const part = closingFill(position, readQuantity('1'), readPrice('9'));
    const rest = closingFill(part.position, part.position.quantity, readPrice('8.1234'));
    return { position, fills: [part, rest].map((fill) => [fill.cash, fill.closed!.pnl].map(writeCents)) };
  };
  expect(short(2).position).toMatchObject({
    entry: 1_000_160_000n,
    cost: 3_001n,
    exactCost: 300_048_100_050n,
  });
  expect(short(2).fills).toEqual([
    ['11.00', '1.00'],
    ['23.75', '3.74'],
  ]);
  expect(short(1).fills[1]![0]).toBe('23.76');
});

test('cash rounds up when it leaves the account and down when it enters', () => {
  const price = readPrice('10.0050');
  for (const isShort of [false, true]) {
    const { position, cash } = openingFill(null, 'A', isShort, SHARE, price, 0);
    expect(writeCents(cash)).toBe('-10.01');
    expect(writeCents(closingFill(position, SHARE, price).cash)).toBe('10.00');
  }
});

test('buy, sell, short, cover, in parts, all at once, by force: the fraction, rounded once', () => {
  fc.assert(
    fc.property(fc.boolean(), steps, aPrice, (isShort, moves, last) => {
      const account = beginReplay(RICH_CASH, 2);
      let held: Position | null = null;
      let entry = fraction(0n, 1n);
      let exact = fraction(0n, 1n);
      let sharesLeft: QuantityMicros = 0n;
      let [paid, earned] = [0n, 0n];
      /** Cash received minus cash paid, not rounded. */
      let fair = fraction(0n, 1n);
      let fills = 0;
      /** Returns the exact cost of the position after a close of `quantity`, rounded up to 10 decimals. */
      const restOf = (quantity: bigint) =>
        fraction(
          around(over(times(exact, shares(sharesLeft - quantity)), shares(sharesLeft)), 10n).above,
          10n ** 10n,
        );
      const dueOf = (quantity: bigint, price: bigint) => {
        const value = times(dollars(price), shares(quantity));
        return isShort ? minus(twice(minus(exact, restOf(quantity))), value) : value;
      };
      const closes = (quantity: bigint, price: bigint) => down(dueOf(quantity, price));
      const done = (fill: DecidedFill) => {
        fills += 1;
        paid += fill.cash;
        earned += fill.closed?.pnl ?? 0n;
        held = fill.position.quantity > 0n ? fill.position : null;
        sharesLeft = fill.position.quantity;
        const { action, symbol, quantity, price, cash, reason } = fill;
        expect(replayFill(account, { action, symbol, quantity, price, cash, reason, at: 0 })).toBeObject();
      };
      const close = (fill: DecidedFill, part: bigint, price: PriceE4) => {
        // an exact loss never becomes a profit, and rounding raises an exact profit by less than a cent
        const share = minus(exact, restOf(part));
        const value = times(dollars(price), shares(part));
        const gain = isShort ? minus(share, value) : minus(value, share);
        expect(fill.closed!.pnl <= (gain.n > 0n ? up(gain) : 0n)).toBe(true);
        fair = plus(fair, dueOf(part, price));
        exact = restOf(part);
        done(fill);
      };
      for (const { opens, price, quantity } of moves) {
        if (opens || sharesLeft === 0n) {
          const fill: DecidedFill = openingFill(held, 'A', isShort, quantity, price, 0);
          const value = times(dollars(price), shares(quantity));
          expect(fill.cash).toBe(negate(up(value)));
          const sum = plus(times(entry, shares(sharesLeft)), value);
          entry = fraction(toEntry(over(sum, shares(sharesLeft + quantity))), 10n ** 8n);
          expect(fill.position.entry).toBe(toEntry(entry));
          exact = plus(exact, value);
          fair = minus(fair, value);
          done(fill);
        } else {
          const part = quantity < sharesLeft ? quantity : sharesLeft;
          const fill = closingFill(held!, part, price);
          expect(fill.cash).toBe(closes(part, price));
          expect(fill.position.entry).toBe(toEntry(entry));
          close(fill, part, price);
        }
        expect(paid + ((held as Position | null) ? held!.cost : 0n)).toBe(earned);
        const open = held as Position | null;
        if (!open) continue;
        expect(open.cost >= up(exact)).toBe(true);
        expect(worth(open, last)).toBe(closes(sharesLeft, last));
      }
      if (sharesLeft > 0n && held) {
        const position: Position = held;
        const due = closes(sharesLeft, last);
        const decided = decide(closeAll('A', isShort ? 'cover' : 'sell'), RICH, position, last, TERMS);
        expect(decided.fills[0]!.cash).toBe(due);
        expect(decided.pnl).toBe(subtract(due, position.cost));
        // the account has no other position and exactly the cash that the cover costs
        const forced = isShort
          ? planForcedCover(due < 0n ? negate(due) : 0n, [{ position, price: last }])
          : null;
        if (forced) expect(forced.fills[0]!.cash).toBe(due);
        close(decided.fills[0]!, sharesLeft, last);
      }
      expect(paid).toBe(earned);
      // rounding costs the trader at most a cent a fill and never pays
      expect(cents(paid) <= down(fair)).toBe(true);
      expect(paid >= up(fair) - BigInt(fills)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('the 8th decimal of an average moves no cent: a short of a million shares pays its cost', () => {
  const first = openingFill(null, 'A', true, readQuantity('300000'), readPrice('1.0000'), 0).position;
  const { position } = openingFill(first, 'A', true, readQuantity('600000'), readPrice('1.0001'), 0);
  expect(writeCents(worth(position, readPrice('1.0000')))).toBe('900120.00');
});

test('the slices have the whole cost, and the rest never costs more than the whole', () => {
  fc.assert(
    fc.property(
      steps,
      aPrice,
      fc.array(aQuantity, { maxLength: 8 }),
      fc.boolean(),
      (moves, exit, parts, isShort) => {
        let held: Position | null = null;
        for (const { price, quantity } of moves)
          held = openingFill(held, 'A', isShort, quantity, price, 0).position;
        let rest: Position = held!;
        let [pnl, cash] = [0n, 0n];
        for (const part of [...parts, rest.quantity]) {
          const isRest = part >= rest.quantity;
          const quantity: QuantityMicros = isRest ? rest.quantity : part;
          if (quantity === 0n) break;
          const fill: DecidedFill = closingFill(rest, quantity, exit);
          expect(fill.closed!.pnl).toBe(pnlAt(rest, quantity, exit));
          expect(fill.position.cost).toBe(costAfter(rest, quantity).cost);
          pnl += fill.closed!.pnl;
          cash += fill.cash;
          rest = fill.position;
        }
        if (rest.quantity > 0n) {
          const fill = closingFill(rest, rest.quantity, exit);
          pnl += fill.closed!.pnl;
          cash += fill.cash;
          rest = fill.position;
        }
        expect([rest.cost, rest.exactCost]).toEqual([0n, 0n]);
        expect(pnl).toBe(cash - held!.cost);
        expect(cash <= worth(held!, exit)).toBe(true);
      },
    ),
  );
});

/** A cent in the unit of price × quantity, 1/10,000,000,000 $. */
const CENT = 100_000_000n;

/** Returns the quantity, among `count` from `from` on, whose value at `price` ends in the part of a cent nearest to `aim` (1/CENT). */
function quantityAt(price: bigint, aim: bigint, from: bigint, count = 400): QuantityMicros {
  let [best, distance] = [from, CENT];
  for (let quantity = from; quantity < from + BigInt(count); quantity++) {
    const off = (price * quantity) % CENT;
    const miss = off > aim ? off - aim : aim - off;
    if (miss < distance) [best, distance] = [quantity, miss];
  }
  return quantityMicros(best);
}

/** Fractions of a cent next to the thresholds of rounding up, down and half-up. */
const AIMS = [1n, CENT / 2n - 1n, CENT / 2n, CENT - 1n];
const ATTACKED = ['12.3457', '187.3401', '0.0301', '1.0001', '33.3333'].map(readPrice);

/**
 * An account after a round. `fair`: the cash that its fills move before rounding, 1/10,000,000,000 $. `roles`: of the filled working
 * orders.
 */
type Round = { book: Book; fair: bigint; fills: number; roles: (Role | null)[] };

/**
 * Returns a function that plays round `n` of an attacker on a new account. It opens and partly closes a position in every symbol, half
 * of them short, in quantities next to a rounding threshold; brackets, a forced cover or plain closes end the positions.
 */
function attackRounds(symbols: readonly string[]) {
  const pick = (price: bigint, n: number, spread = 40_000_000) =>
    quantityAt(price, AIMS[n % AIMS.length]!, 1_000_000n + BigInt((n * 104_729) % spread), 100);
  return (n: number): Round => {
    let book: Book = bookOf('100000.00');
    let [fair, count] = [0n, 0];
    let index = 0;
    const roles: Round['roles'] = [];
    const prices = new Map(symbols.map((s, i) => [s, ATTACKED[(n + i) % ATTACKED.length]!]));
    const take = (draft: Draft) => {
      for (const { action, price, quantity } of draft.fills)
        fair += (action === 'sell' || action === 'short' ? 1n : -1n) * price * quantity;
      count += draft.fills.length;
      for (const { kind, order } of draft.changes) if (kind === 'filled') roles.push(order.role);
      book = draft;
    };
    const trade = (symbol: string, action: TradeOrder['action'], size: TradeOrder['size']) => {
      const order = { symbol, action, size, reverse: false, quotedPrice: null };
      const account = { cash: book.cash, held: heldCash(book), isOnlyPosition: book.positions.size < 2 };
      const held = book.positions.get(symbol) ?? null;
      const { fills } = decide(order, account, held, prices.get(symbol)!, termsAt(book, index));
      take(followTrade(book, fills, index));
    };
    const isShort = (i: number) => (n + i) % 2 === 1;
    const moved = (price: bigint, percent: bigint) => priceE4((price * percent) / 100n);
    for (const [i, symbol] of symbols.entries()) {
      const price = prices.get(symbol)!;
      const [open, close] = isShort(i) ? (['short', 'cover'] as const) : (['buy', 'sell'] as const);
      for (let part = 0; part < 3; part++)
        trade(symbol, open, { kind: 'quantity', quantity: pick(price, n * 31 + i * 7 + part) });
      trade(symbol, close, { kind: 'quantity', quantity: pick(price, n * 17 + i * 5 + 1, 1_000_000) });
      // a limit order that fills at once, with a target and a stop
      index += 1;
      const order = request(open, 'limit', 1, {
        symbol,
        at: writePrice(moved(price, isShort(i) ? 80n : 120n)),
        size: { kind: 'quantity', quantity: pick(price, n * 13 + i) },
        takeProfit: { limit: moved(price, isShort(i) ? 75n : 125n) },
        stopLoss: { stop: moved(price, isShort(i) ? 130n : 70n), limit: null, trail: null },
      });
      take(place(book, order, scene(writePrice(price), { at: index })).draft);
    }
    if (n % 3 === 0) {
      // the price of every symbol reaches its target: longs rise by 31 %, shorts fall by 31 %
      index += 1;
      for (const [i, symbol] of symbols.entries())
        prices.set(symbol, moved(prices.get(symbol)!, (i % 2 === 0) !== isShort(i) ? 131n : 69n));
      const tick = (symbol: string) => ({
        fromMs: index,
        from: prices.get(symbol)!,
        toMs: index,
        to: prices.get(symbol)!,
      });
      for (const draft of advance(book, (symbol) => [tick(symbol)], index - 1, index)) take(draft);
      expect(book.orders.size).toBe(0);
    } else if (n % 3 === 1) {
      // shorts rise, longs fall to almost 0 and there is no cash: the margin rule covers the shorts
      for (const [i, symbol] of symbols.entries())
        prices.set(symbol, isShort(i) ? moved(prices.get(symbol)!, 185n) : priceE4(1n));
      const held = [...book.positions.values()].map((position) => ({
        position,
        price: prices.get(position.symbol)!,
      }));
      take(followForcedCover(book, planForcedCover(0n, held)!.fills, index));
    }
    for (const { symbol, isShort: short } of [...book.positions.values()])
      trade(symbol, short ? 'cover' : 'sell', all);
    return { book, fair, fills: count, roles };
  };
}

describe('no trading at one price earns money', () => {
  test('10,000 trades of quantities that an attacker picks, long and short, in slices, reversed and closed', () => {
    let random = 11n;
    const next = (most: number) => {
      random = (random * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
      return Number((random >> 33n) % BigInt(most));
    };
    for (const price of ATTACKED) {
      const d = desk();
      let [orders, closed] = [0, 0];
      let equity = START;
      while (orders < 2_000) {
        const held = d.open.get('F') ?? null;
        const isShort = held ? held.isShort : next(2) === 0;
        const [open, close] = isShort ? (['short', 'cover'] as const) : (['buy', 'sell'] as const);
        const pick = quantityAt(price, AIMS[next(AIMS.length)]!, 1_000_000n + BigInt(next(50_000_000)));
        const kind = next(6);
        if (!held || kind < 2) d.trade('F', open, { kind: 'quantity', quantity: pick }, price);
        else if (kind === 2 || held.quantity <= pick) {
          d.trade('F', close, all, price);
          closed += 1;
        } else if (kind === 3)
          d.trade('F', isShort ? 'buy' : 'short', { kind: 'quantity', quantity: pick }, price, {
            reverse: true,
          });
        else if (kind === 4)
          d.trade('F', open, { kind: 'amount', amount: cents(BigInt(100 + next(99_900))) }, price);
        else d.trade('F', close, { kind: 'quantity', quantity: pick }, price);
        orders += 1;
        const now = d.value().equity;
        expect(now <= equity).toBe(true);
        equity = now;
        if (d.open.size === 0) expect(d.cash <= START).toBe(true);
      }
      if (d.open.size > 0) d.trade('F', [...d.open.values()][0]!.isShort ? 'cover' : 'sell', all, price);
      expect([d.cash <= START, d.cash === START + d.realised, closed > 100]).toEqual([true, true, true]);
    }
  });

  test('10,000 orders over four symbols with brackets, closes of everything and forced covers: never above the fractions', () => {
    const symbols = ['F', 'KO', 'T', 'X'];
    const round = attackRounds(symbols);
    const exits = { take_profit: 0, stop_loss: 0 };
    let orders = 0;
    for (let n = 0; orders < 10_000; n++) {
      const { book, fair, fills, roles } = round(n);
      orders += fills;
      for (const role of roles) if (role) exits[role] += 1;
      expect(book.positions.size).toBe(0);
      // all positions are closed: cash is at most the exact amount, and less than a cent a fill below it
      const exact = START * CENT + fair;
      expect(book.cash * CENT <= exact).toBe(true);
      expect(book.cash * CENT > exact - BigInt(fills) * CENT).toBe(true);
    }
    expect([exits.take_profit > 200, exits.stop_loss > 200]).toEqual([true, true]);
  });

  test('an amount buys what costs at most the amount, to the cent', () => {
    fc.assert(
      fc.property(aPrice, fc.bigInt(100n, 10n ** 7n).map(cents), (price, amount) => {
        const d = desk();
        fc.pre(price < 10n ** 6n);
        d.trade('F', 'buy', { kind: 'amount', amount }, price);
        expect(START - d.cash <= amount).toBe(true);
        expect(START - d.cash > amount - (BigInt(price) / 1_000_000n + 2n)).toBe(true);
      }),
    );
  });

  test('all cash fills, one micro-share more is refused', () => {
    for (const price of ATTACKED) {
      const d = desk();
      const most = quantityMicros((START * CENT) / price);
      const refusal = refusalOf(() =>
        d.trade('F', 'buy', { kind: 'quantity', quantity: quantityMicros(most + 1n) }, price),
      );
      expect(refusal.details).toMatchObject({ cash: writeCents(START) });
      d.trade('F', 'buy', { kind: 'quantity', quantity: most }, price);
      expect(d.cash >= 0n && d.cash < 2n).toBe(true);
    }
  });

  test('limit orders that fill at once, the stop of one of them, and an order that closes the rest', () => {
    for (const price of ATTACKED) {
      let book: Book = bookOf('100000.00');
      const beyond = (percent: bigint) => priceE4((price * percent) / 100n);
      for (let n = 0; n < 40; n++) {
        const isLong = n % 2 === 0;
        const { cash } = book;
        for (let part = 0; part < 4; part++) {
          const tradedAt = n * 1_000 + part;
          const quantity = quantityAt(
            price,
            AIMS[n % AIMS.length]!,
            1_000_000n + BigInt(n * 97_001 + part * 7_919),
          );
          // every order fills at once; the price is already past the stop of the last one, so the next price fires that stop
          const stop = { stop: beyond(isLong ? 110n : 90n), limit: null, trail: null };
          const order = request(isLong ? 'buy' : 'short', 'limit', 1, {
            at: writePrice(beyond(isLong ? 120n : 80n)),
            size: { kind: 'quantity', quantity },
            stopLoss: part === 3 ? stop : null,
          });
          const { draft } = place(book, order, scene(writePrice(price), { at: tradedAt }));
          expect(draft.fills.map((fill) => fill.price)).toEqual([price]);
          book = draft;
        }
        const next = n * 1_000 + 500;
        const after = walk(book, [{ fromMs: next, from: price, toMs: next, to: price }], next, n * 1_000 + 4);
        expect([after.fills.length, after.book.orders.size]).toEqual([1, 0]);
        const rest = request(isLong ? 'sell' : 'cover', 'limit', 1, {
          at: writePrice(beyond(isLong ? 80n : 120n)),
          size: { kind: 'all' },
        });
        book = place(after.book, rest, scene(writePrice(price), { at: next + 1 })).draft;
        expect(book.positions.size).toBe(0);
        expect(book.cash <= cash).toBe(true);
      }
    }
  });

  test('the same orders earned money by the rules of version 1', () => {
    const price = readPrice('12.3457');
    const small = quantityAt(price, (CENT * 4n) / 10n, 1_000_000n, 1_000);
    let held: Position | null = null;
    for (let n = 0; n < 10; n++) held = openingFill(held, 'F', false, small, price, 0, 'order', 1).position;
    const paid = held!.cost;
    const fill = closingFill(held!, held!.quantity, price);
    expect(fill.cash > paid).toBe(true);
    // the proof of version 2 refuses cash rounded half-up
    const cash = negate(notional(price, small));
    const bought = { ...fill, action: 'buy', quantity: small, cash, at: 0 } as const;
    const should = writeCents(cents(cash - 1n));
    expect(replayFill(beginReplay(readCents('1000.00'), 2), bought)).toBe(
      `should move cash by ${should}, not ${writeCents(cash)}`,
    );
  });
});
