/**
 * Every account of a season and its open positions, in typed arrays: what `rank` (leaderboard.ts) values and orders.
 * About 40 bytes an account and 34 a position.
 */
import { exactCents } from '../money/money.ts';
import {
  add,
  type Cents,
  type CostE10,
  type EntryE8,
  entryE8,
  negate,
  type QuantityMicros,
  subtract,
} from '../money/units.ts';
import type { Stake } from '../trading/pnl.ts';
import { Amounts } from './amounts.ts';
import { grownCapacity, Slots } from './slots.ts';

/** Disqualified traders stand below everybody who may be ranked; admins stand nowhere. */
export const STATUS = { trader: 0, disqualified: 1, admin: 2 } as const;
export type Status = (typeof STATUS)[keyof typeof STATUS];

/** Amounts are whole numbers; a double only where it is safe. */
export type BoardAccount = {
  userId: number;
  cash: number | Cents;
  realised: number | Cents;
  /** Fills by orders; a trader without one is not ranked. */
  trades: number;
  /** Epoch microseconds; null without a trade. */
  lastTradeAt: number | null;
  status: Status;
};
export type BoardPosition = {
  symbol: string;
  isShort: boolean;
  /** Above 0. */
  quantity: number | QuantityMicros;
  /** What the open quantity took from cash. */
  cost: number | Cents;
  basis: number | Basis;
};

/**
 * What a short is valued by beside its cost. Above 0: its average entry, in a season of version 1; else by how much
 * its exact cost is below its cost, negative.
 */
export type Basis = EntryE8 | CostE10;

/** @param stake a position as everything else takes it */
export const basisOf = ({ cost, exactCost, entry }: Pick<Stake, 'cost' | 'exactCost' | 'entry'>): Basis =>
  exactCost === null ? entry : subtract(exactCost, exactCents(cost));

const NONE = -1;

export class Board {
  readonly slots = new Slots();
  /** By slot. */
  readonly cash = new Amounts<Cents>(0);
  readonly realised = new Amounts<Cents>(0);
  trades = new Int32Array(0);
  /** Epoch microseconds, infinite without a trade. */
  lastTradeAt = new Float64Array(0);
  status = new Uint8Array(0);
  /** The newest position of the account, -1 without one. */
  #first = new Int32Array(0);

  /** By position. Those below `positionsEnd` with slot -1 are free. */
  slotOf = new Int32Array(0);
  symbolOf = new Uint16Array(0);
  /** Micro-shares, negative in a short. */
  readonly quantity = new Amounts<QuantityMicros>(0);
  readonly cost = new Amounts<Cents>(0);
  readonly basis = new Amounts<Basis>(0);
  /** The next position of the same account, or the next free one; -1 at the end. */
  #next = new Int32Array(0);
  positionsEnd = 0;
  #free = NONE;
  #scratch = createScratch(0);

  /** By symbol number, below 65,536; numbers are never taken back. */
  readonly symbols: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #holders: number[] = [];

  /** @param room accounts and positions that are about to come, if that is known */
  constructor(room: { accounts?: number; positions?: number } = {}) {
    this.#growAccounts(room.accounts ?? 0);
    this.#growPositions(room.positions ?? 0);
  }

  get accounts(): number {
    return this.slots.size;
  }

  /** Symbols somebody holds now. */
  heldSymbols(): string[] {
    return this.symbols.filter((_, number) => this.#holders[number]! > 0);
  }

  /** Writes an account as it is now, new or known, without touching its positions. @returns its slot */
  setAccount(account: BoardAccount): number {
    let slot = this.slots.find(account.userId);
    if (slot === NONE) {
      slot = this.slots.add(account.userId);
      if (slot >= this.trades.length) this.#growAccounts(grownCapacity(slot));
      this.#first[slot] = NONE;
    }
    this.cash.set(slot, account.cash);
    this.realised.set(slot, account.realised);
    this.trades[slot] = account.trades;
    this.lastTradeAt[slot] = account.lastTradeAt ?? Number.POSITIVE_INFINITY;
    this.status[slot] = account.status;
    return slot;
  }

  /** The number of a symbol, for `addPosition`. */
  symbolNumber(symbol: string): number {
    const known = this.#numbers.get(symbol);
    if (known !== undefined) return known;
    this.#numbers.set(symbol, this.symbols.length);
    this.#holders.push(0);
    return this.symbols.push(symbol) - 1;
  }

  /** Opens a position of the account in `slot`; one a symbol. @param quantity micro-shares, negative in a short */
  addPosition(
    slot: number,
    symbol: number,
    quantity: number | QuantityMicros,
    cost: number | Cents,
    basis: number | Basis,
  ): void {
    const at = this.#takeFree();
    this.slotOf[at] = slot;
    this.symbolOf[at] = symbol;
    this.quantity.set(at, quantity);
    this.cost.set(at, cost);
    this.basis.set(at, basis);
    this.#next[at] = this.#first[slot]!;
    this.#first[slot] = at;
    this.#holders[symbol]! += 1;
  }

  /** Writes an account and all its open positions as they are now. */
  put(account: BoardAccount, positions: readonly BoardPosition[]): void {
    const slot = this.setAccount(account);
    this.#close(slot);
    for (const { symbol, isShort, quantity, cost, basis } of positions)
      this.addPosition(slot, this.symbolNumber(symbol), isShort ? opposite(quantity) : quantity, cost, basis);
  }

  /** Open positions of the account in `slot`, the newest first. */
  positionsOf(slot: number): (Stake & { symbol: number })[] {
    const positions = [];
    for (let at = this.#first[slot]!; at !== NONE; at = this.#next[at]!) {
      const quantity = this.quantity.get(at);
      const isShort = quantity < 0n;
      const cost = this.cost.get(at);
      const basis = this.basis.get(at);
      const isExact = basis <= 0n;
      positions.push({
        symbol: this.symbolOf[at]!,
        isShort,
        cost,
        // what decides nothing is not kept
        entry: isExact ? entryE8(0n) : (basis as EntryE8),
        exactCost: isExact ? add(exactCents(cost), basis as CostE10) : null,
        quantity: isShort ? negate(quantity) : quantity,
      });
    }
    return positions;
  }

  /** Columns by slot for intermediate results, used again by each valuation and sort. */
  scratch(): ReturnType<typeof createScratch> {
    if (this.#scratch.slots.length < this.accounts) this.#scratch = createScratch(this.trades.length);
    return this.#scratch;
  }

  #close(slot: number): void {
    let at = this.#first[slot]!;
    this.#first[slot] = NONE;
    while (at !== NONE) {
      const next = this.#next[at]!;
      this.#holders[this.symbolOf[at]!]! -= 1;
      this.slotOf[at] = NONE;
      this.#next[at] = this.#free;
      this.#free = at;
      at = next;
    }
  }

  #takeFree(): number {
    const at = this.#free;
    if (at !== NONE) {
      this.#free = this.#next[at]!;
      return at;
    }
    if (this.positionsEnd === this.slotOf.length) this.#growPositions(grownCapacity(this.positionsEnd));
    return this.positionsEnd++;
  }

  #growAccounts(capacity: number): void {
    this.slots.grow(capacity);
    this.cash.grow(capacity);
    this.realised.grow(capacity);
    this.trades = grown(this.trades, capacity);
    this.lastTradeAt = grown(this.lastTradeAt, capacity);
    this.status = grown(this.status, capacity);
    this.#first = grown(this.#first, capacity);
  }

  #growPositions(capacity: number): void {
    this.slotOf = grown(this.slotOf, capacity);
    this.symbolOf = grown(this.symbolOf, capacity);
    this.quantity.grow(capacity);
    this.cost.grow(capacity);
    this.basis.grow(capacity);
    this.#next = grown(this.#next, capacity);
  }
}

/** The column has shorts below zero. */
const opposite = (quantity: number | QuantityMicros) =>
  typeof quantity === 'number' ? -quantity : negate(quantity);

function createScratch(length: number) {
  const pairs = new ArrayBuffer(length * 8);
  return {
    slots: new Int32Array(length),
    keys: new Uint32Array(pairs, 0, length),
    otherKeys: new Uint32Array(pairs, length * 4, length),
    // not needed any more when keys are
    shorts: new Float64Array(pairs),
  };
}

function grown<T extends Int32Array | Float64Array | Uint16Array | Uint8Array>(
  column: T,
  capacity: number,
): T {
  const wider = new (column.constructor as new (length: number) => T)(capacity);
  wider.set(column);
  return wider;
}
