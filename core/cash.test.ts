/** Every movement of cash against exact fractions: rounded half-up to a cent once, whatever led to it. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readCents, readPrice, readQuantity, writeCents } from './money/money.ts';
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
import { beginReplay, replayFill } from './trading/audit.ts';
import { planForcedCover } from './trading/margin.ts';
import { decide, type TradeOrder } from './trading/order.ts';
import { worth } from './trading/pnl.ts';
import { closeLeg, type Leg, openLeg, type Position } from './trading/position.ts';
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
/** Half-up, away from zero below it, by comparing what is left with a half. */
function round({ n, d }: Fraction, places: bigint): bigint {
  const [size, sign] = n < 0n ? [-n, -1n] : [n, 1n];
  const scaled = size * 10n ** places;
  const [whole, rest] = [scaled / d, scaled % d];
  return sign * (rest * 2n >= d ? whole + 1n : whole);
}
const toCents = (a: Fraction) => cents(round(a, 2n));
const toEntry = (a: Fraction) => entryE8(round(a, 8n));

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
const TERMS = { rules: NO_RULES, startCash: cents(10n ** 15n), now: 0 };
const RICH = { cash: cents(10n ** 15n), isOnlyPosition: true };
const all = (symbol: string, action: TradeOrder['action']): TradeOrder => ({
  ...{ symbol, action, size: { kind: 'all' }, reverse: false, quotedPrice: null },
});

test('the short that paid a cent too much: 2.740191 at 498.6866, covered at 104.8170', () => {
  const held = openLeg(null, 'A', true, readQuantity('2.740191'), readPrice('498.6866'), 0).position;
  const leg = closeLeg(held, held.quantity, readPrice('104.8170'));
  expect([writeCents(leg.cash), writeCents(leg.closed!.pnl)]).toEqual(['2445.77', '1079.27']);
});

test('buy, sell, short, cover, in parts, all at once, by force: the fraction, rounded once', () => {
  fc.assert(
    fc.property(fc.boolean(), steps, aPrice, (isShort, moves, last) => {
      const account = beginReplay(cents(10n ** 15n));
      let held: Position | null = null;
      let entry = fraction(0n, 1n);
      let left: QuantityMicros = 0n;
      let [paid, earned] = [0n, 0n];
      const closes = (quantity: bigint, price: bigint) => {
        const share = isShort ? minus(twice(entry), dollars(price)) : dollars(price);
        return toCents(times(share, shares(quantity)));
      };
      const done = (leg: Leg, price: PriceE4) => {
        paid += leg.cash;
        earned += leg.closed?.pnl ?? 0n;
        held = leg.position.quantity > 0n ? leg.position : null;
        left = leg.position.quantity;
        const { action, symbol, quantity, cash, reason } = leg;
        expect(replayFill(account, { action, symbol, quantity, price, cash, reason, at: 0 })).toBeObject();
      };
      for (const { opens, price, quantity } of moves) {
        if (opens || left === 0n) {
          const leg: Leg = openLeg(held, 'A', isShort, quantity, price, 0);
          expect(leg.cash).toBe(negate(toCents(times(dollars(price), shares(quantity)))));
          const sum = plus(times(entry, shares(left)), times(dollars(price), shares(quantity)));
          entry = fraction(toEntry(over(sum, shares(left + quantity))), 10n ** 8n);
          expect(leg.position.entry).toBe(toEntry(entry));
          done(leg, price);
        } else {
          const part = quantity < left ? quantity : left;
          const leg = closeLeg(held!, part, price);
          expect(leg.cash).toBe(closes(part, price));
          expect(leg.position.entry).toBe(toEntry(entry));
          done(leg, price);
        }
        expect(paid + ((held as Position | null) ? held!.cost : 0n)).toBe(earned);
        if (held) expect(worth(isShort, (held as Position).entry, left, last)).toBe(closes(left, last));
      }
      if (left === 0n || !held) return;
      const position: Position = held;
      const due = closes(left, last);
      const decided = decide(all('A', isShort ? 'cover' : 'sell'), RICH, position, last, TERMS);
      expect(decided.legs[0]!.cash).toBe(due);
      expect(decided.pnl).toBe(subtract(due, position.cost));
      // an account that holds nothing else, and just what the cover leaves owing
      const forced = isShort
        ? planForcedCover(due < 0n ? negate(due) : 0n, [{ position, price: last }])
        : null;
      if (forced) expect(forced.legs[0]!.cash).toBe(due);
      done(decided.legs[0]!, last);
      expect(paid).toBe(earned);
    }),
    { numRuns: 2_000 },
  );
});

test('an average of 8 decimals is off by a cent at most in a million shares', () => {
  const first = openLeg(null, 'A', true, readQuantity('300000'), readPrice('1.0000'), 0).position;
  const { position } = openLeg(first, 'A', true, readQuantity('600000'), readPrice('1.0001'), 0);
  // 2 × 900,060.00 − 900,000.00 were the average not rounded
  const drift = worth(true, position.entry, position.quantity, readPrice('1.0000')) - readCents('900120.00');
  expect(Number(drift)).toBeWithin(-1, 2);
});
