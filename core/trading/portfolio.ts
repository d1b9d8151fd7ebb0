/** The worth of an account at given prices: the items of the portfolio page and the score of the leaderboard. */
import {
  add,
  type BasisPoints,
  type Cents,
  type PriceE4,
  portionOf,
  subtract,
  sumOf,
} from '../money/units.ts';
import { type MarginState, marginOf } from './margin.ts';
import { pnlPercent, type Stake, worth } from './pnl.ts';
import type { Position } from './position.ts';

export type Item = Stake & {
  symbol: string;
  /** Null while the market has no price for the symbol: the item then counts at cost. */
  price: PriceE4 | null;
  value: Cents;
  pnl: Cents | null;
  pnlPercent: BasisPoints | null;
  /** value / (balance + long values + short values), percent with 2 decimals. */
  allocation: BasisPoints;
};

export type Valuation = {
  cash: Cents;
  items: Item[];
  longValue: Cents;
  shortValue: Cents;
  /** Cash + longs + shorts, never below 0. */
  equity: Cents;
  /**
   * equity − cash − cost of all positions, so that equity − start cash = realised + unrealised + dividends, to the
   * cent.
   */
  unrealised: Cents;
  margin: MarginState;
};

/** Values an account. @param cash cents @param prices newest price by symbol; a symbol without one counts at cost */
export function valueAccount(
  cash: Cents,
  positions: readonly Position[],
  prices: ReadonlyMap<string, PriceE4>,
): Valuation {
  const rows = positions.map((p) => {
    const price = prices.get(p.symbol) ?? null;
    return { p, price, value: price === null ? p.cost : worth(p, price) };
  });
  const total = (short: boolean) => sumOf(rows, (r) => (r.p.isShort === short ? r.value : 0n));
  const [longValue, shorts] = [total(false), total(true)];
  const raw = add(cash, add(longValue, shorts));
  const equity = raw > 0n ? raw : 0n;
  return {
    cash,
    longValue,
    shortValue: shorts,
    equity,
    unrealised: subtract(
      subtract(equity, cash),
      sumOf(positions, (p) => p.cost),
    ),
    margin: marginOf(cash, positions, prices),
    items: rows.map(({ p, price, value }) => ({
      symbol: p.symbol,
      isShort: p.isShort,
      quantity: p.quantity,
      entry: p.entry,
      cost: p.cost,
      exactCost: p.exactCost,
      price,
      value,
      pnl: price === null ? null : subtract(value, p.cost),
      pnlPercent: price === null ? null : pnlPercent(p.isShort, p.entry, price),
      allocation: raw > 0n ? portionOf(value, raw) : 0n,
    })),
  };
}
