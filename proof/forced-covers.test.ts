import { expect, test } from 'bun:test';
import { exactWorth, writePrice } from '#core/money/money.ts';
import { cents, priceE4, quantityMicros } from '#core/money/units.ts';
import { beginReplay } from '#core/trading/audit.ts';
import { openingFill } from '#core/trading/position.ts';
import { TAPE_VERSION, Tape } from '#market/simulated/tape.ts';
import { ForcedCovers } from './forced-covers.ts';

const tape = new Tape({ hours: 'always', version: TAPE_VERSION, seedPeriods: [] });
const { price: last, atMs: quoteAt } = tape.tickAt('AAPL', Date.parse('2026-06-03T15:00:00Z'))!;
const price = priceE4(BigInt(last));
const SHARES = quantityMicros(100_000_000n);

/** An account with a short whose worth is about a quarter of its market value. @param percent cash in percent of that value */
function accountWith(percent: bigint) {
  const account = beginReplay(cents((exactWorth(price, SHARES) * percent) / 10n ** 10n), 7);
  const entry = priceE4((price * 10n) / 16n);
  const { position } = openingFill(null, 'AAPL', true, SHARES, entry, 0);
  account.open.set('AAPL', { position, openedAt: 0 });
  return account;
}

const cover = {
  userId: 1,
  symbol: 'AAPL',
  action: 'cover',
  price: writePrice(price),
  quoteAt,
  filledAt: quoteAt + 200,
  reason: 'forced_cover',
  order: null,
} as const;
const isWrong = (fill: Parameters<ForcedCovers['isWrong']>[0], percent: bigint, on: Tape | null = tape) =>
  new ForcedCovers(on).isWrong(fill, accountWith(percent));

test('a margin below 30 % at the prices of the tape calls for a cover, a larger one does not', () => {
  expect([isWrong(cover, 0n), isWrong(cover, 4n), isWrong(cover, 6n)]).toEqual([false, false, true]);
  expect(isWrong(cover, 6n, null)).toBe(false);
  expect(isWrong({ ...cover, reason: null }, 6n)).toBe(false);
});

test('a cover of a working order, a purchase, and a sale without a short or a debt are wrong anywhere', () => {
  expect(isWrong({ ...cover, order: '0199a1b2-0000-7000-8000-888888888888' }, 0n, null)).toBe(true);
  expect(isWrong({ ...cover, action: 'short' }, 0n, null)).toBe(true);
  const sale = { ...cover, action: 'sell' } as const;
  const rich = beginReplay(cents(1n), 7);
  expect(new ForcedCovers(null).isWrong(sale, rich)).toBe(true);
  expect(new ForcedCovers(null).isWrong(sale, { ...rich, cash: cents(-1n) })).toBe(false);
});

test('the second fill of one call is not judged by the margin, one of another time is', () => {
  const covers = new ForcedCovers(tape);
  expect(covers.isWrong(cover, accountWith(0n))).toBe(false);
  expect(covers.isWrong(cover, accountWith(6n))).toBe(false);
  expect(covers.isWrong({ ...cover, filledAt: quoteAt + 201 }, accountWith(6n))).toBe(true);
});
