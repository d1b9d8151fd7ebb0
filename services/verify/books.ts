/** Checks the rows that follow from a season's fills: closed trades, ledger, accounts, positions. */
import {
  readCents,
  readXp,
  writeCents,
  writeCost,
  writeEntry,
  writePercent,
  writePrice,
  writeQuantity,
  writeXp,
} from '#core/money/money.ts';
import { add, type Cents } from '#core/money/units.ts';
import { LEVEL_REWARD_TKF, levelFor } from '#core/progress/xp.ts';
import { beginReplay, type Played, type Replayed } from '#core/trading/audit.ts';
import type { Position } from '#core/trading/position.ts';
import type { Sql } from '#db/client.ts';
import {
  type AccountRow,
  type ClosedRow,
  type FillRow,
  type LedgerRow,
  seasonAccounts,
  seasonClosed,
  seasonLedger,
  seasonPositions,
  seasonProgress,
} from '#db/queries/proof/verify.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { compare, SeasonDiffersError } from '#proof/difference.ts';
import type { RecordedDividend } from '#proof/share-events.ts';

/** Stored rows that no checked fill explains yet. */
type Rows = {
  accounts: readonly AccountRow[];
  closedByFill: Map<bigint, ClosedRow>;
  ledgerByRef: Map<string, LedgerRow>;
  /** Names of rows that cannot belong to any fill. */
  extra: string[];
  /** Cash that the reset paid out, by user: one ledger row per account. */
  paidOut: Map<number, Cents>;
};

/** Reads all rows. Each checked fill removes the rows that follow from the fill; rows that remain are forged. */
export async function openBooks(sql: Sql, seasonId: number) {
  const [closed, ledger, accounts] = await Promise.all([
    seasonClosed(sql, seasonId),
    seasonLedger(sql, seasonId),
    seasonAccounts(sql, seasonId),
  ]);
  const rows = indexRows(closed, ledger, accounts);
  return {
    accounts,
    /** @param name names the fill in a finding @param replayed its result in the replay */
    checkFill: (name: string, fill: FillRow, replayed: Played) => checkFill(rows, name, fill, replayed),
    checkDividends(dividends: readonly RecordedDividend[]): void {
      for (const { userId, username, symbol, date, amount } of dividends)
        checkLedger(
          rows,
          `dividend:${symbol} ${date} ${userId}`,
          `The dividend of ${symbol} on ${date} for ${username}`,
          { userId, kind: 'dividend', amount: writeCents(amount) },
        );
    },
    /** Checks the accounts at the end, and that no row is left unexplained. */
    close(
      season: Pick<SeasonRow, 'startCash' | 'rulesVersion'>,
      played: ReadonlyMap<number, Replayed>,
    ): void {
      const startCash = readCents(season.startCash);
      for (const row of accounts) {
        checkAccount(
          rows,
          row,
          startCash,
          played.get(row.userId) ?? beginReplay(startCash, season.rulesVersion),
        );
      }
      const unclaimed = [
        ...rows.extra,
        ...[...rows.closedByFill.values()].map(nameOfClosed),
        ...[...rows.ledgerByRef.values()].map(nameOfLedger),
      ];
      if (unclaimed[0]) throw new SeasonDiffersError(`${unclaimed[0]} belongs to no fill.`);
    },
  };
}

function indexRows(
  closed: readonly ClosedRow[],
  ledger: readonly LedgerRow[],
  accounts: readonly AccountRow[],
): Rows {
  const closedByFill = new Map<bigint, ClosedRow>();
  const ledgerByRef = new Map<string, LedgerRow>();
  const extra: string[] = [];
  for (const row of closed) {
    if (row.fillId === null || closedByFill.has(row.fillId)) extra.push(nameOfClosed(row));
    else closedByFill.set(row.fillId, row);
  }
  for (const row of ledger) {
    const key = row.ref ?? `${row.kind}:${row.userId}`;
    const earlier = ledgerByRef.get(key);
    // when the start cash changes before the season starts, a further grant has the difference
    if (earlier && row.kind === 'season_grant') ledgerByRef.set(key, sumOf(earlier, row));
    else if (earlier) extra.push(nameOfLedger(row));
    else ledgerByRef.set(key, row);
  }
  return { accounts, closedByFill, ledgerByRef, extra, paidOut: new Map() };
}

const sumOf = (one: LedgerRow, other: LedgerRow): LedgerRow => ({
  ...one,
  amount: writeCents(add(readCents(one.amount), readCents(other.amount))),
});

function checkLedger(rows: Rows, key: string, owner: string, should: Omit<LedgerRow, 'id' | 'ref'>) {
  const row = rows.ledgerByRef.get(key);
  if (!row) throw new SeasonDiffersError(`${owner} has no row in the ledger.`);
  rows.ledgerByRef.delete(key);
  const { userId, kind, amount } = row;
  compare(nameOfLedger(row), { userId, kind, amount }, should);
}

function checkFill(rows: Rows, name: string, fill: FillRow, replayed: Played): void {
  if (replayed.closed) {
    const row = rows.closedByFill.get(fill.id);
    if (!row) throw new SeasonDiffersError(`${name} has no closed trade.`);
    rows.closedByFill.delete(fill.id);
    compare(nameOfClosed(row), factsOf(row), shouldBe(fill, replayed));
  }
  const { userId } = fill;
  if (fill.reason === 'season_reset') {
    rows.paidOut.set(userId, add(rows.paidOut.get(userId) ?? 0n, replayed.cash));
    return;
  }
  const { reason } = fill;
  const kind = reason === 'forced_cover' || reason === 'settlement' ? reason : 'trade';
  checkLedger(rows, `fill:${fill.id}`, name, { userId, kind, amount: writeCents(replayed.cash) });
}

function checkAccount(rows: Rows, row: AccountRow, startCash: Cents, played: Replayed): void {
  const name = `The account of ${row.username}`;
  const { userId } = row;
  const grant = { userId, kind: 'season_grant', amount: writeCents(startCash) };
  checkLedger(rows, `season_grant:${userId}`, name, grant);
  const paid = rows.paidOut.get(userId);
  if (paid !== undefined) {
    const payout = { userId, kind: 'season_reset', amount: writeCents(paid) };
    checkLedger(rows, `season_reset:${userId}`, name, payout);
  }
  const { cash, realised, trades } = played;
  compare<Pick<AccountRow, 'cash' | 'realised' | 'trades'>>(
    name,
    { cash: row.cash, realised: row.realised, trades: row.trades },
    { cash: writeCents(cash), realised: writeCents(realised), trades },
  );
}

const nameOfClosed = (row: ClosedRow) => `Closed trade ${row.id}`;
const nameOfLedger = (row: LedgerRow) => `Ledger row ${row.id}`;

function factsOf({ id: _, fillId: __, openedAt, closedAt, ...row }: ClosedRow) {
  return { ...row, openedAt: openedAt.toISOString(), closedAt: closedAt.toISOString() };
}

function shouldBe(fill: FillRow, replayed: Played): ReturnType<typeof factsOf> {
  const { pnl, pnlPercent, xp, quantity, entry } = replayed.closed!;
  return {
    userId: fill.userId,
    symbol: replayed.symbol,
    isShort: replayed.position.isShort,
    quantity: writeQuantity(quantity),
    entry: writeEntry(entry),
    exit: writePrice(replayed.price),
    pnl: writeCents(pnl),
    pnlPercent: writePercent(pnlPercent),
    xp: writeXp(xp),
    reason: replayed.reason,
    openedAt: new Date(replayed.openedAt).toISOString(),
    closedAt: fill.filledAt.toISOString(),
  };
}

/** Follows every position through its fills, and checks its row at the end. */
export function positionKeeper() {
  const lastStates = new Map<bigint, { userId: number; position: Position }>();
  return {
    saw(fill: FillRow, { position }: Played): void {
      lastStates.set(fill.positionId, { userId: fill.userId, position });
    },

    rename(userId: number, { symbol, newSymbol }: { symbol: string; newSymbol: string }): void {
      for (const state of lastStates.values())
        if (state.userId === userId && state.position.symbol === symbol && state.position.quantity > 0n)
          state.position = { ...state.position, symbol: newSymbol };
    },

    /** @throws SeasonDiffersError naming the position or the trader whose progress differs */
    async close(sql: Sql, seasonId: number, played: ReadonlyMap<number, Replayed>): Promise<void> {
      for (const row of await seasonPositions(sql, seasonId)) {
        const { id, ...is } = row;
        const name = `Position ${id}`;
        const last = lastStates.get(id);
        if (!last) throw new SeasonDiffersError(`${name} belongs to no fill.`);
        lastStates.delete(id);
        const { userId, position } = last;
        // a split may have changed the position after its last fill
        const isOpen = position.quantity > 0n;
        const now = (isOpen && played.get(userId)?.open.get(position.symbol)?.position) || position;
        compare(name, is, {
          userId,
          symbol: now.symbol,
          isShort: now.isShort,
          isOpen,
          quantity: writeQuantity(now.quantity),
          opened: writeQuantity(now.opened),
          entry: writeEntry(now.entry),
          cost: writeCents(now.cost),
          exactCost: now.exactCost === null ? null : writeCost(now.exactCost),
        });
      }
      for (const id of lastStates.keys()) throw new SeasonDiffersError(`Position ${id} is missing.`);
      await checkProgress(sql, seasonId);
    },
  };
}

/**
 * Checks XP and TKF over all seasons: XP against the closed trades, TKF against the rewards for levels less the prices
 * of bought items.
 */
async function checkProgress(sql: Sql, seasonId: number): Promise<void> {
  for (const { username, earned, spent, ...is } of await seasonProgress(sql, seasonId)) {
    const xp = readXp(earned);
    const level = levelFor(xp);
    const rewards = level * LEVEL_REWARD_TKF;
    compare(`The progress of ${username}`, is, {
      xp: writeXp(xp),
      level,
      tkf: rewards - spent,
      rewards,
      purchases: 0 - spent,
    });
  }
}
