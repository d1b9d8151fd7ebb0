/** Renames symbols in orders and settles positions at a price, inside the caller's transaction. */
import type { PriceE4 } from '#core/money/units.ts';
import type { Draft } from '#core/orders/book.ts';
import { followRename, followSettlement } from '#core/orders/follow.ts';
import { gameOf } from '#core/season/game.ts';
import { SETTLEMENT } from '#core/trading/symbol-change.ts';
import type { Transaction } from '#db/client.ts';
import type { Observer } from './observed-prices.ts';
import type { SettledAccount } from './order-commits.ts';
import type { Settlement } from './settle-orders.ts';

export type SymbolAdjustments = ReturnType<typeof createSymbolAdjustments>;

/** A draft that the transaction has committed for an account; the caller announces it after the transaction. */
export type AdjustedAccount = { account: SettledAccount; draft: Draft };

/** Traders of a season, whose accounts the caller has locked. */
type Traders = { userIds: readonly number[]; seasonId: number };

export function createSymbolAdjustments({
  settlement,
  observer,
}: {
  settlement: Settlement;
  observer: Pick<Observer, 'recall'> | null;
}) {
  /** Commits a draft for each account. @param follow returns null for an account that stays as it is */
  async function adjustAll(
    tx: Transaction,
    { userIds, seasonId }: Traders,
    at: number,
    follow: (account: SettledAccount) => Draft | null,
  ): Promise<AdjustedAccount[]> {
    const adjusted: AdjustedAccount[] = [];
    const quoted = () => ({ asOfMs: at, ageMs: 0, source: SETTLEMENT.source });
    for (const userId of userIds) {
      const account = await settlement.read(tx, userId, gameOf(seasonId));
      const draft = account && follow(account);
      if (!draft || draft.changes.length + draft.fills.length === 0) continue;
      if (!(await settlement.commit(tx, account, draft, at, { isOrder: false, quoted })))
        throw new Error(`the account of trader ${userId} could not follow a change of a symbol`);
      adjusted.push({ account, draft });
    }
    return adjusted;
  }

  return {
    /**
     * Moves the traders' orders to a new symbol; the caller has moved the positions. Orders of a trader who still has
     * a position in the old symbol stay.
     */
    async rename(
      tx: Transaction,
      traders: Traders,
      change: { symbol: string; newSymbol: string },
      at: number,
    ): Promise<AdjustedAccount[]> {
      await observer?.recall();
      return await adjustAll(tx, traders, at, ({ book }) => {
        if (book.positions.has(change.symbol)) return null;
        const orders = new Map(book.orders);
        for (const [id, order] of orders)
          if (order.symbol === change.symbol) orders.set(id, settlement.marked(order, at));
        return followRename({ ...book, orders }, change, at);
      });
    },

    /**
     * Closes the traders' positions in a symbol at a price and cancels their orders in it. The caller holds the locks
     * of the accounts.
     */
    settle: (
      tx: Transaction,
      traders: Traders,
      { symbol, price }: { symbol: string; price: PriceE4 },
      at: number,
    ): Promise<AdjustedAccount[]> =>
      adjustAll(tx, traders, at, ({ book }) => followSettlement(book, symbol, price, at)),

    announce(adjusted: readonly AdjustedAccount[]): void {
      for (const { account, draft } of adjusted) settlement.announce(account, draft);
    },
  };
}
