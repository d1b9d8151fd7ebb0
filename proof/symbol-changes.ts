/** Applies renames and settlements in a season's proof, and checks the fills of a settlement. */
import { writePrice } from '#core/money/money.ts';
import type { PriceE4 } from '#core/money/units.ts';
import type { Replayed } from '#core/trading/audit.ts';
import type { CloseReason } from '#core/trading/position.ts';
import { renameOpen, SETTLEMENT, type SymbolChange } from '#core/trading/symbol-change.ts';
import { type Finding, iso, type Tell } from './difference.ts';

/**
 * The time of an immediate order's fill may lie on the wrong side of a rename by this long, ms, because clocks differ
 * and a commit may wait.
 */
const LATE_MS = 60_000;

/** A fill that was replayed. `at`: epoch ms. `order`: the working order it filled. */
export type ReplayedFill = {
  id: bigint;
  userId: number;
  username: string;
  symbol: string;
  price: PriceE4;
  source: string;
  reason: CloseReason | null;
  order: string | null;
  at: number;
};

export type OnRename = (userId: number, change: { symbol: string; newSymbol: string }) => void;

/** `n` counts the changes of a season from 1 on. */
export type NumberedChange = SymbolChange & { n: number };

type Values = Pick<Finding, 'is' | 'should' | 'trader'>;

export class SymbolChanges {
  readonly #changes: readonly NumberedChange[];
  readonly #waiting: NumberedChange[];
  readonly #played: ReadonlyMap<number, Replayed>;
  readonly #tell: Tell;
  readonly #onRename: OnRename;
  readonly #names = new Map<string, string>();
  #last: NumberedChange | null = null;

  /** @param onRename called for each position that moves to a new symbol */
  constructor(
    changes: readonly NumberedChange[],
    played: ReadonlyMap<number, Replayed>,
    tell: Tell,
    onRename: OnRename = () => {},
  ) {
    this.#changes = changes.toSorted((a, b) => a.n - b.n);
    this.#waiting = [...this.#changes];
    this.#played = played;
    this.#tell = tell;
    this.#onRename = onRename;
    for (const [i, { n, symbol, firstFill, lastFill }] of this.#changes.entries()) {
      const previous = this.#changes[i - 1];
      const end = previous ? (previous.lastFill ?? previous.firstFill) : 0n;
      if (n !== i + 1 || firstFill <= end || (lastFill !== null && lastFill < firstFill))
        this.#differs(
          firstFill,
          symbol,
          `Change ${n} of a symbol, ${symbol}, does not follow the one before.`,
          {
            is: `${n}`,
            should: `${i + 1}`,
          },
        );
    }
  }

  #differs(fill: bigint, symbol: string, sentence: string, values: Values): void {
    const place = { kind: 'fill', id: `${fill}` } as const;
    this.#tell({ step: 'fills', what: 'symbol', place, symbol, sentence, ...values });
  }

  /** Applies the changes before a fill; all changes when `fillId` is null. */
  upTo(fillId: bigint | null): void {
    for (
      let next = this.#waiting[0];
      next && (fillId === null || next.firstFill <= fillId);
      [next] = this.#waiting
    ) {
      this.#closeSettlement();
      this.#last = this.#waiting.shift()!;
      if (next.newSymbol !== null) this.#rename(next);
    }
    const end = this.#last?.lastFill;
    if (end && (fillId === null || end < fillId)) this.#closeSettlement();
  }

  #rename(change: { symbol: string; newSymbol: string }): void {
    this.#names.set(change.symbol, change.newSymbol);
    for (const [userId, { open }] of this.#played)
      if (renameOpen(open, change)) this.#onRename(userId, change);
  }

  /** Checks that a settlement left no position. */
  #closeSettlement(): void {
    if (!this.#last?.lastFill) return;
    const { symbol, lastFill } = this.#last;
    this.#last = null;
    for (const { open } of this.#played.values())
      if (open.has(symbol))
        this.#differs(lastFill, symbol, `A position in ${symbol} is open after its settlement.`, {
          is: 'open',
          should: 'closed',
        });
  }

  /** Returns the symbol under which an account now holds the shares of `symbol`. */
  nameIn(open: ReadonlyMap<string, unknown>, symbol: string): string {
    let name = symbol;
    for (const _ of this.#names) if (!open.has(name)) name = this.#names.get(name) ?? name;
    return name;
  }

  /** True when the renames of the season make two symbols names of one company. */
  isSame(a: string, b: string): boolean {
    const newest = (symbol: string) =>
      this.#changes.reduce(
        (name, change) => (change.symbol === name ? (change.newSymbol ?? name) : name),
        symbol,
      );
    return a === b || newest(a) === newest(b);
  }

  /** Checks that a replayed fill settles a symbol only as an admin decided, and uses the symbol's name of that time. */
  saw(fill: ReplayedFill): void {
    const { id, username, symbol, reason, order, at } = fill;
    const name = `Fill ${id} of ${symbol} (${username})`;
    const settlement = this.#last?.newSymbol === null ? this.#last : null;
    if (settlement || reason === SETTLEMENT.reason) this.#sawSettled(name, fill, settlement);
    const [last, next] = [this.#last, this.#waiting[0]];
    const isEarly = !!last?.newSymbol && at < last.at - LATE_MS;
    const isLate = !!next?.newSymbol && at > next.at + LATE_MS;
    if (order !== null || !(isEarly || isLate)) return;
    const rename = isEarly ? last : next!;
    const values = { is: iso(at), should: iso(rename.at), trader: username };
    this.#differs(id, symbol, `${name} is on the wrong side of the rename of ${rename.symbol}.`, values);
  }

  #sawSettled(name: string, fill: ReplayedFill, settlement: NumberedChange | null): void {
    const { id, userId, username: trader, symbol, price, source, at, reason } = fill;
    const is = [reason ?? '', symbol, writePrice(price), iso(at), source].join(' ');
    const should = settlement
      ? [
          SETTLEMENT.reason,
          settlement.symbol,
          writePrice(settlement.price!),
          iso(settlement.at),
          SETTLEMENT.source,
        ].join(' ')
      : '';
    if (is !== should)
      this.#differs(id, symbol, `${name} is ${is}; it should be ${should || 'of a settlement'}.`, {
        is,
        should,
        trader,
      });
    else if (this.#played.get(userId)?.open.has(symbol))
      this.#differs(id, symbol, `${name} leaves a part of the position open.`, {
        is: 'open',
        should: 'closed',
        trader,
      });
  }
}
