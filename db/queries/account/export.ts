/** Everything that is kept of one person, as JSON the database writes: rows travel as text and are never parsed. */
import type { Queryable } from '../../client.ts';

/** Rows of a part that grows with every trade, fetched at a time. */
const BATCH = 1_000;

/** Long tables: each row without the columns that are left out, and with what is added. */
const LONG = {
  fills: "to_jsonb(t) - '{user_id,mark_id}'::text[]",
  closed_trades: "to_jsonb(t) - 'user_id'",
  positions: "to_jsonb(t) - '{user_id,quantity_micro,cost_cents,basis}'::text[]",
  position_splits: "to_jsonb(t) - 'user_id'",
  ledger: "to_jsonb(t) - 'user_id'",
  orders: "to_jsonb(t) - 'user_id'",
  order_events: "to_jsonb(t) - 'user_id'",
} as const;
export type LongPart = keyof typeof LONG;
export const LONG_PARTS = Object.keys(LONG) as LongPart[];

/** Tables with few rows a person: the column with the person's id, and the columns that are left out. */
const SHORT = {
  sessions: ['user_id', '{user_id,token_hash,mark_id}'],
  accounts: ['user_id', '{user_id,version,cash_cents,realised_cents}'],
  results: ['user_id', '{user_id}'],
  disqualifications: ['user_id', '{user_id,admin_id}'],
  progress: ['user_id', '{user_id,version}'],
  level_rewards: ['user_id', '{user_id}'],
  owned_items: ['user_id', '{user_id}'],
  active_items: ['user_id', '{user_id}'],
  first_steps: ['user_id', '{user_id}'],
  former_names: ['user_id', '{user_id,username_key}'],
  recovery_codes: ['user_id', '{user_id,code_hash}'],
  contact_messages: ['user_id', '{user_id,read_by,done_by}'],
  reports: ['reporter_id', '{reporter_id,target_id,closed_by}'],
  measures: ['user_id', '{user_id,admin_id}'],
  page_readers: ['user_id', '{user_id}'],
  kept_charts: ['user_id', '{user_id}'],
} as const;
export type ShortPart = keyof typeof SHORT;
export const SHORT_PARTS = Object.keys(SHORT) as ShortPart[];

/** The person's own row. */
export async function exportAccount(sql: Queryable, userId: number): Promise<string> {
  const [row] = await sql<{ json: string }[]>`
    select (to_jsonb(u) - '{username_key,password_hash,is_simulated}'::text[])::text as json
    from users u where id = ${userId}`;
  return row?.json ?? 'null';
}

/** Rows of a short part. */
export async function exportShort(sql: Queryable, part: ShortPart, userId: number): Promise<string[]> {
  const [owner, hidden] = SHORT[part];
  const rows = await sql<{ json: string }[]>`
    select (to_jsonb(t) - ${hidden}::text[])::text as json from ${sql(part)} t where ${sql(owner)} = ${userId}`;
  return rows.map(({ json }) => json);
}

/** Rows of a long part, a batch at a time, by season and id. */
export async function* exportLong(sql: Queryable, part: LongPart, userId: number): AsyncGenerator<string[]> {
  const seasons = await sql<{ season: number | null }[]>`
    select season_id as season from accounts where user_id = ${userId} order by 1`;
  // what is for life belongs to no season
  const all = part === 'ledger' ? [...seasons, { season: null }] : seasons;
  for (const { season } of all) {
    if (part === 'order_events') {
      if (season !== null) yield* exportEvents(sql, userId, season);
      continue;
    }
    let after: string | null = null;
    for (;;) {
      const rows: { id: string; json: string }[] = await sql<{ id: string; json: string }[]>`
        select t.id::text as id, (${sql.unsafe(LONG[part])})::text as json from ${sql(part)} t
        where t.user_id = ${userId} and ${season === null ? sql`t.season_id is null` : sql`t.season_id = ${season}`}
          ${after === null ? sql`` : sql`and t.id > ${sql.unsafe(part === 'orders' ? `'${after}'::uuid` : after)}`}
        order by t.id limit ${BATCH}`;
      if (rows.length > 0) yield rows.map(({ json }) => json);
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.id;
    }
  }
}

/** Changes of a user's orders in a season by order and id: their index has no user. */
async function* exportEvents(sql: Queryable, userId: number, season: number): AsyncGenerator<string[]> {
  let [order, event] = ['00000000-0000-0000-0000-000000000000', '0'];
  for (;;) {
    const rows: { order: string; event: string; json: string }[] = await sql<
      { order: string; event: string; json: string }[]
    >`
      select t.order_id as order, t.id::text as event, (${sql.unsafe(LONG.order_events)})::text as json
      from orders o join order_events t on t.order_id = o.id
      where o.user_id = ${userId} and o.season_id = ${season} and o.id >= ${order}::uuid
        and (t.order_id, t.id) > (${order}::uuid, ${event}::bigint)
      order by t.order_id, t.id limit ${BATCH}`;
    if (rows.length > 0) yield rows.map(({ json }) => json);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    ({ order, event } = last);
  }
}

/** Notes an export. @returns the seconds to wait when the last one was less than an hour ago, else 0 */
export async function claimExport(sql: Queryable, userId: number, now: number): Promise<number> {
  const claimed = await sql`update users set exported_at = ${new Date(now)}
    where id = ${userId} and (exported_at is null or exported_at <= ${new Date(now - 3_600_000)})`;
  if (claimed.count > 0) return 0;
  const [row] = await sql<{ at: Date }[]>`select exported_at as at from users where id = ${userId}`;
  return row ? Math.ceil((row.at.getTime() + 3_600_000 - now) / 1000) : 0;
}
