/** Ranking passes, which all processes apply in sequence, and the accounts and positions with which a board starts. */
import {
  type Basis,
  Board,
  type BoardAccount,
  type BoardPosition,
  STATUS,
  type Status,
} from '#core/leaderboard/board.ts';
import type { MarkPrices } from '#core/leaderboard/value.ts';
import { type Amount, cents, type PriceE4, priceE4, quantityMicros } from '#core/money/units.ts';
import { one, type Queryable, type Sql } from '../../client.ts';
import { copyRows } from '../../copy.ts';
import { LOCKS } from '../../locks.ts';

/** How many passes stay stored, for processes that missed some. */
const KEPT_PASSES = 100;
/** If more accounts have changed, a pass lists none of them, and every process reads all accounts again. */
export const MOST_CHANGES = 20_000;

/** A pass without prices and changes. */
export type PassHead = {
  generation: number;
  seasonId: number;
  /** True when the season is over and its final table is the leaderboard. */
  frozen: boolean;
  /** Epoch ms. */
  madeAt: number;
  /** When the price marks were sampled last, epoch ms; 0 before the first sample. */
  sampledAt: number;
};
export type BoardChange = { account: BoardAccount; positions: BoardPosition[] };
export type Pass = PassHead & {
  /** Null when all price marks equal the marks of the previous pass. */
  marks: MarkPrices | null;
  /** Null when every process must read all accounts again. */
  changes: BoardChange[] | null;
};

type RawHead = { generation: bigint; season_id: number; frozen: boolean; made_at: Date; sampled_at: Date };
const headOf = (row: RawHead): PassHead => ({
  generation: Number(row.generation),
  seasonId: row.season_id,
  frozen: row.frozen,
  madeAt: row.made_at.getTime(),
  sampledAt: row.sampled_at.getTime(),
});

/** @returns null before the first pass */
export async function newestPass(sql: Queryable): Promise<PassHead | null> {
  const [row] = await sql<RawHead[]>`
    select generation, season_id, frozen, made_at, sampled_at from leaderboard_passes
    order by generation desc limit 1`;
  return row ? headOf(row) : null;
}

/** User id, cash, realised P&L, trades, last trade (epoch microseconds), status, positions. Amounts are texts. */
type RawChange = [
  number,
  string,
  string,
  number,
  string | null,
  Status,
  [string, boolean, string, string, string][],
];
type RawPass = RawHead & { marks: Record<string, string> | null; changes: RawChange[] | null };

/** @returns passes sorted by generation */
export async function passesAfter(sql: Queryable, generation: number): Promise<Pass[]> {
  const rows = await sql<RawPass[]>`
    select generation, season_id, frozen, made_at, sampled_at, marks, changes from leaderboard_passes
    where generation > ${generation} order by generation`;
  return rows.map((row) => ({
    ...headOf(row),
    marks:
      row.marks &&
      new Map(Object.entries(row.marks).map(([symbol, price]) => [symbol, priceE4(BigInt(price))])),
    changes: row.changes?.map(changeOf) ?? null,
  }));
}

function changeOf([userId, cash, realised, trades, lastTradeAt, status, positions]: RawChange): BoardChange {
  return {
    account: {
      userId,
      trades,
      status,
      cash: cents(BigInt(cash)),
      realised: cents(BigInt(realised)),
      lastTradeAt: lastTradeAt === null ? null : Number(lastTradeAt),
    },
    positions: positions.map(([symbol, isShort, quantity, cost, basis]) => ({
      symbol,
      isShort,
      quantity: quantityMicros(BigInt(quantity)),
      cost: cents(BigInt(cost)),
      basis: BigInt(basis) as Basis,
    })),
  };
}

/** True when a changed account is in no pass yet. */
export async function hasChanges(sql: Queryable): Promise<boolean> {
  const rows = await sql`select from changed_accounts limit 1`;
  return rows.length > 0;
}

/** Limits this transaction's idle time to 4 s: another process then takes over from a suspended one within 6 s. */
export async function limitIdle(sql: Queryable): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '4s'`;
}

/** Acquires the lock of a ranking pass for this transaction. @returns false when another process has it */
export async function claimPass(sql: Queryable): Promise<boolean> {
  const rows = await sql<{ ok: boolean }[]>`select pg_try_advisory_xact_lock(${LOCKS.rankingPass}) as ok`;
  return one(rows).ok;
}

/** Waits up to 60 s for the lock of a ranking pass. The next pass sees everything committed before this call. */
export async function awaitPass(sql: Queryable): Promise<void> {
  await sql`set local lock_timeout = '60s'`;
  await sql`select pg_advisory_xact_lock(${LOCKS.rankingPass})`;
}

/** Time of the last trade, epoch microseconds, which breaks ties of the leaderboard. */
const LAST_TRADE = '(extract(epoch from last_trade_at) * 1000000)::bigint';

/**
 * Writes the pass after `previous` with the changed accounts, in one statement and so in one snapshot. The transaction
 * must have the lock of `claimPass`.
 * @param next.marks null when all equal the marks of `previous`
 * @param next.isWhole true when every process must read all accounts again @returns the generation of the pass
 */
export async function writePass(
  sql: Queryable,
  previous: PassHead | null,
  next: Pick<PassHead, 'seasonId' | 'frozen' | 'sampledAt'> & { marks: MarkPrices | null; isWhole: boolean },
): Promise<number> {
  const generation = (previous?.generation ?? 0) + 1;
  const { seasonId } = next;
  const marks =
    next.marks && Object.fromEntries([...next.marks].map(([symbol, price]) => [symbol, String(price)]));
  await sql`
    with dequeued as (
      delete from changed_accounts returning season_id, user_id
    ), changed as (
      select distinct user_id from dequeued where season_id = ${seasonId}
    )
    insert into leaderboard_passes (generation, season_id, frozen, sampled_at, marks, changes)
    select ${generation}, ${seasonId}, ${next.frozen}, ${new Date(next.sampledAt)},
      ${marks && JSON.stringify(marks)}::text::jsonb,
      case when not ${next.isWhole} and (select count(*) from changed) <= ${MOST_CHANGES} then (
        select coalesce(jsonb_agg(jsonb_build_array(a.user_id, a.cash_cents::text, a.realised_cents::text, a.trade_count,
          ${sql.unsafe(LAST_TRADE)}::text,
          case when u.is_admin or a.was_admin then ${STATUS.admin}::integer when d.user_id is not null then ${STATUS.disqualified}::integer
            else ${STATUS.trader}::integer end,
          coalesce((
            select jsonb_agg(jsonb_build_array(p.symbol, p.is_short, p.quantity_micro::text, p.cost_cents::text,
              p.basis::text) order by p.id)
            from positions p where p.season_id = a.season_id and p.user_id = a.user_id and p.closed_at is null
          ), '[]')) order by a.user_id), '[]')
        from changed c
          -- lateral: a join may read every account of the season
          join lateral (select * from accounts where season_id = ${seasonId} and user_id = c.user_id offset 0) a on true
          join users u on u.id = a.user_id
          left join disqualifications d on d.season_id = a.season_id and d.user_id = a.user_id
      ) end`;
  await sql`delete from leaderboard_passes where generation <= ${generation - KEPT_PASSES}`;
  return generation;
}

export async function allMarks(sql: Queryable): Promise<MarkPrices> {
  const rows = await sql<{ symbol: string; price: PriceE4 }[]>`
    select symbol, (price * 10000)::bigint as price from marks order by symbol`;
  return new Map(rows.map(({ symbol, price }) => [symbol, price]));
}

/** Reads all accounts of a season by user id, and all open positions unsorted. Needs a repeatable-read transaction. */
export async function readBoard(tx: Queryable, seasonId: number): Promise<Board> {
  const season = Math.trunc(seasonId);
  await tx`set local statement_timeout = '120s'`;
  const [sizes, admins, disqualified] = await Promise.all([
    tx<{ accounts: number; positions: number }[]>`
      select (select count(*)::integer from accounts where season_id = ${season}) as accounts,
        (select count(*)::integer from positions where season_id = ${season} and closed_at is null) as positions`,
    tx<{ id: number }[]>`
      select id from users where is_admin
      union all select user_id from accounts where season_id = ${season} and was_admin`,
    tx<{ id: number }[]>`select user_id as id from disqualifications where season_id = ${season}`,
  ]);
  const board = new Board(one(sizes));
  const status = new Map<number, Status>();
  for (const { id } of disqualified) status.set(id, STATUS.disqualified);
  for (const { id } of admins) status.set(id, STATUS.admin);
  const accounts = `select user_id, cash_cents, realised_cents, trade_count, ${LAST_TRADE} from accounts
    where season_id = ${season} order by user_id`;
  await copyRows(tx, accounts, (row) => {
    const userId = Number(row.whole());
    board.setAccount({
      userId,
      cash: amount(row.whole()),
      realised: amount(row.whole()),
      trades: Number(row.whole()),
      lastTradeAt: nullable(row.whole()),
      status: status.get(userId) ?? STATUS.trader,
    });
  });
  const positions = `select user_id, symbol, case when is_short then -quantity_micro else quantity_micro end,
      cost_cents, basis from positions where season_id = ${season} and closed_at is null`;
  await copyRows(tx, positions, (row) => {
    const slot = board.slots.find(Number(row.whole()));
    board.addPosition(
      slot,
      board.symbolNumber(row.text()),
      amount(row.whole()),
      amount(row.whole()),
      amount(row.whole()),
    );
  });
  return board;
}

/** Converts a value of a column that is never null. */
const amount = <U extends Amount>(value: number | bigint | null) => value as number | U;
const nullable = (value: number | bigint | null) => (value === null ? null : Number(value));

/** A board with its pass and price marks in one snapshot. */
export type Filled = {
  pass: PassHead;
  board: Board;
  marks: MarkPrices;
  /** Accounts that have changed since the pass. A later pass contains them. */
  ahead: Set<number>;
};

/** @returns null without a pass, and when the pass's season is over */
export async function fillBoard(sql: Sql): Promise<Filled | null> {
  return await sql.begin('isolation level repeatable read', async (tx) => {
    const pass = await newestPass(tx);
    if (!pass || pass.frozen) return null;
    const marks = await allMarks(tx);
    const changed = await tx<{ id: number }[]>`
      select distinct user_id as id from changed_accounts where season_id = ${pass.seasonId}`;
    const board = await readBoard(tx, pass.seasonId);
    return { pass, board, marks, ahead: new Set(changed.map((row) => row.id)) };
  });
}
