/** Checks forced fills: each must come at a moment when the account's margin was too low. */
import { readPrice } from '#core/money/money.ts';
import { priceE4 } from '#core/money/units.ts';
import { isOpening } from '#core/orders/order.ts';
import type { Replayed } from '#core/trading/audit.ts';
import { marginOf } from '#core/trading/margin.ts';
import type { Action, CloseReason } from '#core/trading/position.ts';
import type { Tape } from '#market/simulated/tape.ts';

/** A fill before its replay. `order`: the working order it filled. Times in epoch ms. */
type NextFill = {
  userId: number;
  symbol: string;
  action: Action;
  price: string;
  quoteAt: number;
  filledAt: number;
  reason: CloseReason | null;
  order: string | null;
};

/** Checks a season's fills in their sequence. Without a tape it does not check margins. */
export class ForcedCovers {
  readonly #tape: Tape | null;
  /** The time of each trader's newest fill if that fill was forced, epoch ms, by user id. */
  readonly #forcedAt = new Map<number, number>();

  constructor(tape: Tape | null) {
    this.#tape = tape;
  }

  /**
   * True for a forced fill that no margin call can have made. One margin call may make several fills of the same time:
   * only the first of them is checked against the margin.
   * @param account before the fill
   */
  isWrong(fill: NextFill, account: Replayed): boolean {
    const { userId, filledAt } = fill;
    const isFirst = this.#forcedAt.get(userId) !== filledAt;
    this.#forcedAt.delete(userId);
    if (fill.reason !== 'forced_cover') return false;
    this.#forcedAt.set(userId, filledAt);
    const owes = account.cash < 0n || [...account.open.values()].some(({ position }) => position.isShort);
    if (isOpening(fill.action) || fill.order !== null || !owes) return true;
    return isFirst && this.#tape !== null && !isCalled(this.#tape, account, fill);
  }
}

/** True when the margin was too low at some moment between the time of the fill's price and the fill. */
function isCalled(tape: Tape, { cash, open }: Replayed, { symbol, price, quoteAt, filledAt }: NextFill) {
  const positions = [...open.values()].map(({ position }) => position).filter((p) => tape.has(p.symbol));
  const prints = positions.flatMap((p) => tape.ticksBetween(p.symbol, quoteAt, filledAt));
  return [quoteAt, ...prints.map(({ atMs }) => atMs)].some((ms) => {
    const prices = positions.map(
      (p) => [p.symbol, priceE4(BigInt(tape.tickAt(p.symbol, ms)?.price ?? 0))] as const,
    );
    return marginOf(cash, positions, new Map([...prices, [symbol, readPrice(price)]])) === 'call';
  });
}
