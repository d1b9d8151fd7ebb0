import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  add,
  entryE8,
  priceE4,
  quantityMicros,
  subtract,
  sumOf,
  type XpCents,
  xpCents,
} from '#core/money/units.ts';
import { foldXp, gainXp, levelFor, levelProgress, NO_XP, xpAtLevel, xpOfClose, xpToNextLevel } from './xp.ts';

const E = 100_000_000n; // $1 as an entry
const P = 10_000n; // $1 as a price
const S = 1_000_000n; // one share

describe('XP of closes', () => {
  test('vector 5: buy 10 at 100, sell 5 at 110 and 5 at 120 gives 15', () => {
    const position = {
      isShort: false,
      entry: entryE8(100n * E),
      opened: quantityMicros(10n * S),
      quantity: quantityMicros(5n * S),
    };
    const first = xpOfClose(NO_XP, { ...position, price: priceE4(110n * P) });
    const second = xpOfClose(first.state, { ...position, price: priceE4(120n * P) });
    expect([first.xp, second.xp]).toEqual([xpCents(500n), xpCents(1000n)]);
  });

  test('a loss changes no XP', () => {
    const { state, xp } = xpOfClose(
      { carry: 5n, gain: 7n },
      {
        isShort: true,
        entry: entryE8(E),
        opened: quantityMicros(S),
        quantity: quantityMicros(S),
        price: priceE4(P),
      },
    );
    expect(xp).toBe(0n);
    expect(state).toEqual({ carry: 5n, gain: 7n });
  });

  test('any slicing at one price gives the same XP', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }).map(quantityMicros), {
          minLength: 1,
          maxLength: 100,
        }),
        fc.bigInt({ min: 1n, max: 10n ** 13n }).map(entryE8),
        fc.bigInt({ min: 1n, max: 10n ** 9n }).map(priceE4),
        fc.boolean(),
        (slices, entry, price, isShort) => {
          const opened = sumOf(slices, (slice) => slice);
          const base = { isShort, entry, opened, price };
          let state = NO_XP;
          let total: XpCents = 0n;
          for (const quantity of slices) {
            const closed = xpOfClose(state, { ...base, quantity });
            state = closed.state;
            total = add(total, closed.xp);
            expect(closed.xp >= 0n).toBe(true);
          }
          expect(total).toBe(xpOfClose(NO_XP, { ...base, quantity: opened }).xp);
        },
      ),
    );
  });

  test('growing the position does not change earned XP', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.bigInt({ min: 0n, max: 10n ** 26n }),
        fc.bigInt({ min: 1n, max: 10n ** 13n }).map(entryE8),
        fc.bigInt({ min: 1n, max: 10n ** 13n }).map(quantityMicros),
        (carry, gain, entry, opened) => {
          const round = (n: bigint, d: bigint) => (n * 2n + d) / (2n * d);
          const previous = round(
            carry * entry * opened + gain * 100n * 10n ** 12n,
            entry * opened * 10n ** 10n,
          );
          expect(round(foldXp({ carry, gain }, entry, opened).carry, 10n ** 10n)).toBe(previous);
        },
      ),
    );
  });
});

describe('levels', () => {
  test('level n takes (n+1)·100 XP', () => {
    expect([0, 1, 2, 3].map(xpAtLevel)).toEqual([0, 100, 300, 600]);
    expect([0n, 9_999n, 10_000n, 29_999n, 30_000n].map(xpCents).map(levelFor)).toEqual([0, 0, 1, 1, 2]);
    expect(xpToNextLevel(0n)).toBe(xpCents(10_000n));
    expect(xpToNextLevel(xpCents(10_050n))).toBe(xpCents(19_950n));
  });

  test('the level of a total is exact however large', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (level) => {
        const cents = xpCents(BigInt(xpAtLevel(level)) * 100n);
        expect(levelFor(cents)).toBe(level);
        if (level > 0) expect(levelFor(subtract(cents, xpCents(1n)))).toBe(level - 1);
      }),
    );
  });

  test('each level passed pays 50 TKF', () => {
    expect(gainXp({ xp: xpCents(9_900n), level: 0 }, xpCents(25_000n))).toEqual({
      xp: xpCents(34_900n),
      level: 2,
      levels: 2,
      tkf: 100,
    });
    expect(gainXp({ xp: 0n, level: 0 }, xpCents(1n))).toEqual({
      xp: xpCents(1n),
      level: 0,
      levels: 0,
      tkf: 0,
    });
  });
});

test('progress inside a level: (level+1)·100 minus what is missing, over (level+1)·100', () => {
  expect(levelProgress(0, 100)).toEqual({ reached: 0, needed: 100, percent: 0 });
  expect(levelProgress(7, 290)).toEqual({ reached: 510, needed: 800, percent: 63.75 });
  expect(levelProgress(2, 0.1)).toMatchObject({ reached: 299.9, needed: 300 });
  for (const total of [0n, 9_999n, 10_000n, 123_456n].map(xpCents)) {
    const level = levelFor(total);
    const { reached } = levelProgress(level, Number(xpToNextLevel(total)) / 100);
    expect(Math.round(reached * 100)).toBe(Number(total) - xpAtLevel(level) * 100);
  }
});
