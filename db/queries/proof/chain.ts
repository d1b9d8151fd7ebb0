/** The stored chains of seasons, and the rows that the next links may cover. */
import type { SaltedLink } from '#core/season/chain.ts';
import { isPublicSeason } from '#core/season/game.ts';
import type { RulesVersion } from '#core/season/terms.ts';
import type { Queryable, Transaction } from '../../client.ts';
import { LOCKS } from '../../locks.ts';
import { clocksAgree } from '../platform/leases.ts';

/** The end of a chain. `seq` is 0 before the first link. */
export type ChainTail = {
  seq: number;
  /** Hex; null before the first link. */
  head: string | null;
  /** Time of the newest link, epoch ms; null before the first link. */
  at: number | null;
  /** Ids of the newest rows that the chain covers. */
  fill: bigint;
  event: bigint;
};

const NO_LINK: ChainTail = { seq: 0, head: null, at: null, fill: 0n, event: 0n };
type RawTail = { seasonId: number; seq: number; head: Uint8Array; at: Date; fill: bigint; event: bigint };

/** @returns a map by season id; omits chains without a link */
async function tailsOf(sql: Queryable, seasonIds: readonly number[]): Promise<Map<number, ChainTail>> {
  const rows = await sql<RawTail[]>`
    select s.id as "seasonId", c.* from unnest(${seasonIds as number[]}::integer[]) s (id), lateral (
      select seq, head, at, last_fill as fill, last_event as event from season_chain
      where season_id = s.id order by seq desc limit 1) c`;
  return new Map(
    rows.map(({ seasonId, ...row }) => [seasonId, { ...row, head: row.head.toHex(), at: row.at.getTime() }]),
  );
}

/** @returns a function from a season id to the end of its chain */
export async function chainTails(
  sql: Queryable,
  seasonIds: readonly number[],
): Promise<(seasonId: number) => ChainTail> {
  const tails = await tailsOf(sql, seasonIds);
  return (seasonId) => tails.get(seasonId) ?? NO_LINK;
}

export const chainTail = async (sql: Queryable, seasonId: number): Promise<ChainTail> =>
  (await chainTails(sql, [seasonId]))(seasonId);

/**
 * The newest ids of all games in one snapshot. `writers`: the transactions that were changing fills or order events of
 * this database just after the snapshot. Once all of them are over, no transaction can commit a row up to these ids any
 * more, because a transaction locks the table from before it draws an id until after its commit. `isTimely`: the clocks
 * of server and database agreed.
 */
export type ChainHorizon = { fill: bigint; event: bigint; writers: readonly string[]; isTimely: boolean };

export async function chainHorizon(sql: Queryable): Promise<ChainHorizon> {
  const [row] = await sql<ChainHorizon[]>`
    select coalesce((select max(id) from fills), 0) as fill, coalesce((select max(id) from order_events), 0) as event,
      array(select distinct l.virtualtransaction from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'relation' and l.mode = 'RowExclusiveLock'
          and l.relation in ('fills'::regclass, 'order_events'::regclass)) as writers,
      ${clocksAgree(sql)} as "isTimely"`;
  return row!;
}

/** Stops all processes from appending links until this transaction ends, and lifts the transaction's idle limit. */
export async function stopChain(tx: Transaction): Promise<void> {
  await tx`set local idle_in_transaction_session_timeout = 0`;
  await tx`select pg_advisory_xact_lock(${LOCKS.chain})`;
}

/** A game whose chain still grows. */
export type ChainedGame = { id: number; number: number; rulesVersion: RulesVersion };

/**
 * The condition that the game `s` has a chain and is not over. A private game has a chain if it has stored rules, which
 * older private games lack.
 */
const isChained = (sql: Queryable) => sql`s.status in ('waiting', 'active')
  and (s.id > 0 or exists (select from season_rules r where r.season_id = s.id))`;

/** Returns the season ids of all growing chains, public seasons first. */
export async function openChains(sql: Queryable): Promise<number[]> {
  const rows = await sql<
    { id: number }[]
  >`select s.id from seasons s where ${isChained(sql)} order by s.id desc`;
  return rows.map(({ id }) => id);
}

/** From this version of the rules on, every public season has a chain from its start. */
const CHAINED_VERSION = 3;

/**
 * True when a game had a chain from its start, even if its links were deleted. A public season had one by its version,
 * a private game if it started after the migration that introduced such chains.
 */
export async function hadChain(
  sql: Queryable,
  { id, rulesVersion, startedAt }: { id: number; rulesVersion: RulesVersion; startedAt: Date | null },
): Promise<boolean> {
  if (isPublicSeason(id)) return rulesVersion >= CHAINED_VERSION;
  const [migration] = await sql<{ appliedAt: Date }[]>`
    select applied_at as "appliedAt" from schema_migrations where name = '0077_game_chains.sql'`;
  return startedAt !== null && (migration === undefined || startedAt >= migration.appliedAt);
}

type Rows = { fill: bigint; event: bigint };

/**
 * Returns the games with growing chains that are in `waiting` or have rows above `after` and up to `upTo`, public
 * seasons first.
 */
export async function grownChains(
  sql: Queryable,
  waiting: readonly number[],
  after: Rows,
  upTo: Rows,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select s.id from seasons s join (
      select unnest(${waiting as number[]}::integer[])
      union select season_id from fills where id > ${after.fill} and id <= ${upTo.fill}
      union select season_id from order_events where id > ${after.event} and id <= ${upTo.event}) g (id) on g.id = s.id
    where ${isChained(sql)} order by s.id desc`;
  return rows.map(({ id }) => id);
}

/**
 * Acquires the right to append to chains until the end of the transaction.
 * @returns the locked games, which cannot end before the transaction does; omits games that are over or ending. Empty
 * when another process has the right, and when the clocks disagree
 */
export async function holdChains(tx: Transaction, seasonIds: readonly number[]): Promise<ChainedGame[]> {
  const [lock] = await tx<{ free: boolean }[]>`select pg_try_advisory_xact_lock(${LOCKS.chain}) as free`;
  if (!lock?.free) return [];
  return await tx<ChainedGame[]>`
    select s.id, coalesce(s.number, s.id) as number, s.rules_version as "rulesVersion" from seasons s
    where s.id = any(${seasonIds as number[]}) and ${isChained(tx)} and ${clocksAgree(tx)} for share of s skip locked`;
}

/** `covers`: the newest ids that the chain then covers. */
export type NewLink = { seasonId: number; link: SaltedLink; covers: Rows };

export async function addLinks(tx: Transaction, links: readonly NewLink[]): Promise<void> {
  const text = (id: bigint | null) => id?.toString() ?? null;
  const rows = links.map(({ seasonId, link, covers }) => ({
    season_id: seasonId,
    seq: link.seq,
    at: new Date(link.at),
    rules: link.rules,
    first_fill: text(link.firstFill),
    first_event: text(link.firstEvent),
    last_fill: text(covers.fill),
    last_event: text(covers.event),
    salt: link.salt,
    rows_hash: link.rowsHash,
    head: link.head,
  }));
  await tx`
    insert into season_chain (season_id, seq, at, rules, first_fill, first_event, last_fill, last_event, salt, rows_hash, head)
    select season_id, seq, at, rules, first_fill, first_event, last_fill, last_event, decode(salt, 'hex'), decode(rows_hash, 'hex'),
      decode(head, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as l (season_id integer, seq integer, at timestamptz, rules integer,
      first_fill bigint, first_event bigint, last_fill bigint, last_event bigint, salt text, rows_hash text, head text)`;
}

type RawLink = Omit<SaltedLink, 'at' | 'salt' | 'rowsHash' | 'head'> & {
  at: Date;
  salt: Uint8Array | null;
  rowsHash: Uint8Array;
  head: Uint8Array;
};

/** Returns links with `seq` above `after`, in sequence. */
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
    salt: row.salt?.toHex() ?? null,
    rowsHash: row.rowsHash.toHex(),
    head: row.head.toHex(),
  }));
}

/**
 * Returns the first row of a season that its chain should cover and does not; null without one. Fills of Reset, and
 * admins' fills after the end, need no link.
 * @param endedAt null while the season runs
 * @param madeBefore only rows made before this instant count, epoch ms; Infinity after the end
 */
export async function rowsAfterChain(
  sql: Queryable,
  seasonId: number,
  endedAt: Date | null,
  madeBefore: number,
): Promise<{ kind: 'Fill' | 'Order event'; id: bigint } | null> {
  const { fill, event } = await chainTail(sql, seasonId);
  const dueBefore = Number.isFinite(madeBefore) ? new Date(madeBefore) : null;
  const isDue = (at: string) => sql`(${dueBefore}::timestamptz is null or ${sql(at)} < ${dueBefore})`;
  const [row] = await sql<{ kind: 'Fill' | 'Order event'; id: bigint }[]>`
    select 'Fill' as kind, f.id from fills f join users u on u.id = f.user_id
      join accounts a on a.season_id = f.season_id and a.user_id = f.user_id
    where f.season_id = ${seasonId} and f.id > ${fill} and f.reason is distinct from 'season_reset' and ${isDue('f.filled_at')}
      and (not (u.is_admin or a.was_admin) or ${endedAt}::timestamptz is null or f.filled_at < ${endedAt})
    union all
    select 'Order event', e.id from order_events e where e.season_id = ${seasonId} and e.id > ${event} and ${isDue('e.at')}
    order by 1, 2 limit 1`;
  return row ?? null;
}
