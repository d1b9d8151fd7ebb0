/**
 * Every account of a season and its open positions, in typed arrays: the input of a ranking pass (ranking.ts). About 45
 * bytes an account, 12 more once it is ranked, and 34 a position.
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

/** Table entries per user: at least one in five is empty, so that look-ups stay short. */
const SPARE = 5 / 4;
const LEAST = 1024;
const EMPTY = -1;

/** Maps user ids to slots 0, 1, 2 … in the order users are added: open addressing, about 12 bytes a user. */
export class Slots {
  /** User id by slot; a user keeps the slot. */
  users = new Int32Array(0);
  size = 0;
  #table = new Int32Array(LEAST * 2).fill(EMPTY);

  /** Returns the user's slot; -1 without one. */
  find(userId: number): number {
    const mask = this.#table.length - 1;
    for (let index = hash(userId) & mask; ; index = (index + 1) & mask) {
      const slot = this.#table[index]!;
      if (slot === EMPTY || this.users[slot] === userId) return slot;
    }
  }

  /** Assigns the next slot to a user without a slot, and returns it. */
  add(userId: number): number {
    if (this.size === this.users.length) this.grow(grownCapacity(this.size));
    const slot = this.size++;
    this.users[slot] = userId;
    if (this.size * SPARE > this.#table.length) this.#spread(this.#table.length * 2);
    else this.#put(slot);
    return slot;
  }

  grow(capacity: number): void {
    const users = new Int32Array(capacity);
    users.set(this.users);
    this.users = users;
    let length = this.#table.length;
    while (capacity * SPARE > length) length *= 2;
    if (length !== this.#table.length) this.#spread(length);
  }

  #spread(length: number): void {
    this.#table = new Int32Array(length).fill(EMPTY);
    for (let slot = 0; slot < this.size; slot++) this.#put(slot);
  }

  #put(slot: number): void {
    const mask = this.#table.length - 1;
    let index = hash(this.users[slot]!) & mask;
    while (this.#table[index] !== EMPTY) index = (index + 1) & mask;
    this.#table[index] = slot;
  }
}

function hash(userId: number): number {
  const mixed = Math.imul(userId, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** Returns the next capacity of a full column: larger by half, or by an eighth for large columns. */
function grownCapacity(capacity: number): number {
  return capacity + Math.max(LEAST, capacity >> (capacity < 100_000 ? 1 : 3));
}

/** Disqualified traders follow all others in the leaderboard; admins have no row. */
export const STATUS = { trader: 0, disqualified: 1, admin: 2 } as const;
export type Status = (typeof STATUS)[keyof typeof STATUS];

/** Amounts are whole numbers; doubles only where they are safe. */
export type BoardAccount = {
  userId: number;
  cash: number | Cents;
  realised: number | Cents;
  /** Fills except forced covers and settlements; a trader without such a fill is not ranked. */
  trades: number;
  /** Epoch microseconds; null without a trade. */
  lastTradeAt: number | null;
  status: Status;
};
export type BoardPosition = {
  symbol: string;
  isShort: boolean;
  /** Micro-shares, above 0. */
  quantity: number | QuantityMicros;
  /** The cents that the open quantity took from cash. */
  cost: number | Cents;
  basis: number | Basis;
};

/**
 * The number by which a position is valued: above 0 the average entry (in a season of version 1), otherwise the exact
 * cost minus the cost. A long position needs only the sign of this number, which selects the rounding.
 */
export type Basis = EntryE8 | CostE10;

export const basisOf = ({ cost, exactCost, entry }: Pick<Stake, 'cost' | 'exactCost' | 'entry'>): Basis =>
  exactCost === null ? entry : subtract(exactCost, exactCents(cost));

const NONE = -1;
/** `symbolOf` has 16 bits for the number of a symbol. */
const MOST_SYMBOLS = 65_536;

export class Board {
  readonly slots = new Slots();
  /** By slot. */
  readonly cash = new Amounts<Cents>(0);
  readonly realised = new Amounts<Cents>(0);
  trades = new Int32Array(0);
  /** Epoch microseconds, infinite without a trade. */
  lastTradeAt = new Float64Array(0);
  status = new Uint8Array(0);
  /** Index of the account's newest position, -1 without one. */
  #first = new Int32Array(0);

  /** By position. A position below `positionsEnd` with slot -1 is free. */
  slotOf = new Int32Array(0);
  symbolOf = new Uint16Array(0);
  /** Micro-shares, negative in a short. */
  readonly quantity = new Amounts<QuantityMicros>(0);
  readonly cost = new Amounts<Cents>(0);
  readonly basis = new Amounts<Basis>(0);
  /** The index of the account's next position, or the next free index; -1 at the end. */
  #next = new Int32Array(0);
  positionsEnd = 0;
  #free = NONE;
  #scratch = createScratch(0);

  /** Symbols by number, which is below MOST_SYMBOLS and never changes. */
  readonly symbols: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #holders: number[] = [];

  /** @param room expected numbers of accounts and positions */
  constructor(room: { accounts?: number; positions?: number } = {}) {
    this.#growAccounts(room.accounts ?? 0);
    this.#growPositions(room.positions ?? 0);
  }

  get accounts(): number {
    return this.slots.size;
  }

  heldSymbols(): string[] {
    return this.symbols.filter((_, number) => this.#holders[number]! > 0);
  }

  /** Adds or updates an account, without its positions. @returns its slot */
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

  /** Returns the number of a symbol; a new symbol gets the next number. @throws Error beyond MOST_SYMBOLS */
  symbolNumber(symbol: string): number {
    const number = this.#numbers.get(symbol);
    if (number !== undefined) return number;
    if (this.symbols.length === MOST_SYMBOLS)
      throw new Error(`more than ${MOST_SYMBOLS} symbols on a board: ${symbol}`);
    this.#numbers.set(symbol, this.symbols.length);
    this.#holders.push(0);
    return this.symbols.push(symbol) - 1;
  }

  /** Adds a position of the account in `slot`, at most one a symbol. @param quantity micro-shares, negative for a short */
  addPosition(
    slot: number,
    symbol: number,
    quantity: number | QuantityMicros,
    cost: number | Cents,
    basis: number | Basis,
  ): void {
    const index = this.#takeFree();
    this.slotOf[index] = slot;
    this.symbolOf[index] = symbol;
    this.quantity.set(index, quantity);
    this.cost.set(index, cost);
    this.basis.set(index, basis);
    this.#next[index] = this.#first[slot]!;
    this.#first[slot] = index;
    this.#holders[symbol]! += 1;
  }

  /** Adds or updates an account and replaces its positions. */
  put(account: BoardAccount, positions: readonly BoardPosition[]): void {
    const slot = this.setAccount(account);
    this.#close(slot);
    for (const { symbol, isShort, quantity, cost, basis } of positions)
      this.addPosition(slot, this.symbolNumber(symbol), isShort ? opposite(quantity) : quantity, cost, basis);
  }

  /** Returns the open positions of the account in `slot`, the newest first. */
  positionsOf(slot: number): (Stake & { symbol: number })[] {
    const positions = [];
    for (let index = this.#first[slot]!; index !== NONE; index = this.#next[index]!) {
      const quantity = this.quantity.get(index);
      const isShort = quantity < 0n;
      const cost = this.cost.get(index);
      const basis = this.basis.get(index);
      const isExact = basis <= 0n;
      positions.push({
        symbol: this.symbolOf[index]!,
        isShort,
        cost,
        // the valuation of a position with an exact cost does not read the entry
        entry: isExact ? entryE8(0n) : (basis as EntryE8),
        exactCost: isExact ? add(exactCents(cost), basis as CostE10) : null,
        quantity: isShort ? negate(quantity) : quantity,
      });
    }
    return positions;
  }

  /** Returns columns by slot for intermediate results; each valuation and sort overwrites them. */
  scratch(): ReturnType<typeof createScratch> {
    if (this.#scratch.slots.length < this.accounts) this.#scratch = createScratch(this.trades.length);
    return this.#scratch;
  }

  #close(slot: number): void {
    let index = this.#first[slot]!;
    this.#first[slot] = NONE;
    while (index !== NONE) {
      const next = this.#next[index]!;
      this.#holders[this.symbolOf[index]!]! -= 1;
      this.slotOf[index] = NONE;
      this.#next[index] = this.#free;
      this.#free = index;
      index = next;
    }
  }

  #takeFree(): number {
    const index = this.#free;
    if (index !== NONE) {
      this.#free = this.#next[index]!;
      return index;
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

const opposite = (quantity: number | QuantityMicros) =>
  typeof quantity === 'number' ? -quantity : negate(quantity);

function createScratch(length: number) {
  const pairs = new ArrayBuffer(length * 8);
  return {
    slots: new Int32Array(length),
    keys: new Uint32Array(pairs, 0, length),
    otherKeys: new Uint32Array(pairs, length * 4, length),
    // shares memory with the keys, because the valuation ends before the sort begins
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
