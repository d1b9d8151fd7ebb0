/** The stored chain of a season, and the rows that may be added to it. */
import type { SaltedLink } from '#core/season/chain.ts';
import type { RulesVersion } from '#core/season/terms.ts';
import type { Queryable, Transaction } from '../../client.ts';
import { clocksAgree } from '../platform/leases.ts';

/** The end of a chain, which the next link continues. `seq` is 0 before the first link. */
export type ChainTail = {
  seq: number;
  /** Hex; null before the first link. */
  head: string | null;
  at: number | null;
  /** Ids of the newest rows it covers. */
  fill: bigint;
  event: bigint;
};

type RawTail = { seq: number; head: Uint8Array; at: Date; fill: bigint; event: bigint };

export async function chainTail(sql: Queryable, seasonId: number): Promise<ChainTail> {
  const [row] = await sql<RawTail[]>`
    select seq, head, at, last_fill as fill, last_event as event from season_chain
    where season_id = ${seasonId} order by seq desc limit 1`;
  if (!row) return { seq: 0, head: null, at: null, fill: 0n, event: 0n };
  return { ...row, head: hex(row.head), at: row.at.getTime() };
}

/**
 * The newest ids of a season in one snapshot. In it all transactions below `running` are over, and none from `next` on has
 * begun: once a later snapshot has `running` >= this `next`, no row up to these ids can still be committed. A transaction
 * gets its number before it draws an id, because it locks the season's row first. `isTimely`: both clocks agreed.
 */
export type ChainHorizon = { fill: bigint; event: bigint; running: bigint; next: bigint; isTimely: boolean };

export async function chainHorizon(sql: Queryable, seasonId: number): Promise<ChainHorizon> {
  const [row] = await sql<ChainHorizon[]>`
    select coalesce((select max(id) from fills where season_id = ${seasonId}), 0) as fill,
      coalesce((select max(id) from order_events where season_id = ${seasonId}), 0) as event,
      pg_snapshot_xmin(s)::text::bigint as running, pg_snapshot_xmax(s)::text::bigint as next, ${clocksAgree(sql)} as "isTimely"
    from pg_current_snapshot() s`;
  return row!;
}

const CHAIN_LOCK = 7_231_114_003n;

/** Keeps every process from appending links until the end of a transaction that may wait long. */
export async function stopChain(tx: Transaction): Promise<void> {
  await tx`set local idle_in_transaction_session_timeout = 0`;
  await tx`select pg_advisory_xact_lock(${CHAIN_LOCK})`;
}

/**
 * Acquires the right to append to the chain until the end of the transaction; the season cannot end meanwhile.
 * @returns the version of the season's rules; null when another process has it, the season is over, or the clocks disagree
 */
export async function holdChain(tx: Transaction, seasonId: number): Promise<RulesVersion | null> {
  const [lock] = await tx<{ free: boolean }[]>`select pg_try_advisory_xact_lock(${CHAIN_LOCK}) as free`;
  if (!lock?.free) return null;
  const [season] = await tx<{ version: RulesVersion }[]>`
    select rules_version as version from seasons where id = ${seasonId} and status in ('waiting', 'active') and ${clocksAgree(tx)} for share`;
  return season?.version ?? null;
}

/** Appends a link. @param covers the newest ids that the chain covers with it */
export async function addLink(
  tx: Transaction,
  seasonId: number,
  link: SaltedLink,
  covers: { fill: bigint; event: bigint },
): Promise<void> {
  await tx`
    insert into season_chain (season_id, seq, at, rules, first_fill, first_event, last_fill, last_event, salt, rows_hash, head)
    values (${seasonId}, ${link.seq}, ${new Date(link.at)}, ${link.rules}, ${link.firstFill}, ${link.firstEvent},
      ${covers.fill}, ${covers.event}, ${link.salt === null ? null : Buffer.from(link.salt, 'hex')}, ${Buffer.from(link.rowsHash, 'hex')}, ${Buffer.from(link.head, 'hex')})`;
}

type RawLink = Omit<SaltedLink, 'at' | 'salt' | 'rowsHash' | 'head'> & {
  at: Date;
  salt: Uint8Array | null;
  rowsHash: Uint8Array;
  head: Uint8Array;
};

/** Returns links of a season with `seq` above `after`, in order. */
export async function chainLinks(
  sql: Queryable,
  seasonId: number,
  after: number,
  limit: number,
): Promise<SaltedLink[]> {
  const rows = await sql<RawLink[]>`
    select seq, at, rules, first_fill as "firstFill", case when first_fill is not null then last_fill end as "lastFill",
      first_event as "firstEvent", case when first_event is not null then last_event end as "lastEvent",
      salt, rows_hash as "rowsHash", head
    from season_chain where season_id = ${seasonId} and seq > ${after} order by seq limit ${limit}`;
  return rows.map((row) => ({
    ...row,
    at: row.at.getTime(),
    salt: row.salt && hex(row.salt),
    rowsHash: hex(row.rowsHash),
    head: hex(row.head),
  }));
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/**
 * Returns the first row of an ended season that its chain should cover and does not. Fills of Reset and of admins after
 * the end are in no link.
 */
export async function rowsAfterChain(
  sql: Queryable,
  seasonId: number,
  endedAt: Date,
): Promise<{ kind: 'Fill' | 'Order event'; id: bigint } | null> {
  const { fill, event } = await chainTail(sql, seasonId);
  const [row] = await sql<{ kind: 'Fill' | 'Order event'; id: bigint }[]>`
    select 'Fill' as kind, f.id from fills f join users u on u.id = f.user_id
      join accounts a on a.season_id = f.season_id and a.user_id = f.user_id
    where f.season_id = ${seasonId} and f.id > ${fill} and f.reason is distinct from 'season_reset'
      and (not (u.is_admin or a.was_admin) or f.filled_at < ${endedAt})
    union all
    select 'Order event', id from order_events where season_id = ${seasonId} and id > ${event}
    order by 1, 2 limit 1`;
  return row ?? null;
}
