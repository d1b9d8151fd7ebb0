/** The export of an account: the database writes rows as JSON, which the server does not parse. */
import { inBatches } from '../../batches.ts';
import type { Queryable } from '../../client.ts';

const BATCH = 1_000;

/** Tables that grow with every trade, and the expression for an exported row. */
const LONG = {
  fills: "to_jsonb(t) - '{user_id,mark_id}'::text[]",
  closed_trades: "to_jsonb(t) - 'user_id'",
  positions: "to_jsonb(t) - '{user_id,quantity_micro,cost_cents,basis}'::text[]",
  position_splits: "to_jsonb(t) - 'user_id'",
  position_dividends: "to_jsonb(t) - 'user_id'",
  ledger: "to_jsonb(t) - 'user_id'",
  orders: "to_jsonb(t) - 'user_id'",
  order_events: "to_jsonb(t) - 'user_id'",
  order_reasons: "to_jsonb(t) - 'user_id'",
} as const;
export type LongPart = keyof typeof LONG;
export const LONG_PARTS = Object.keys(LONG) as LongPart[];

/** Tables with few rows an account: the column with the account's id, and the columns to omit. */
const SHORT = {
  sessions: ['user_id', '{user_id,token_hash,mark_id}'],
  accounts: ['user_id', '{user_id,version,cash_cents,realised_cents}'],
  results: ['user_id', '{user_id}'],
  disqualifications: ['user_id', '{user_id,admin_id}'],
  season_awards: ['user_id', '{user_id,claim,is_sealed,paid_note}'],
  progress: ['user_id', '{user_id,version}'],
  level_rewards: ['user_id', '{user_id}'],
  owned_items: ['user_id', '{user_id}'],
  active_items: ['user_id', '{user_id}'],
  first_steps: ['user_id', '{user_id}'],
  former_names: ['user_id', '{user_id,username_key}'],
  recovery_codes: ['user_id', '{user_id,code_hash}'],
  second_factors: ['user_id', '{user_id,secret,is_sealed,last_step}'],
  factor_codes: ['user_id', '{user_id,code_hash}'],
  contact_messages: ['user_id', '{user_id,read_by,done_by,assigned_to,form_hash}'],
  contact_replies: ['user_id', '{user_id,admin_id}'],
  reports: ['reporter_id', '{reporter_id,target_id,closed_by}'],
  measures: ['user_id', '{user_id,admin_id}'],
  page_readers: ['user_id', '{user_id}'],
  kept_charts: ['user_id', '{user_id}'],
  league_members: ['user_id', '{user_id}'],
  league_days: ['user_id', '{user_id}'],
  notifications: ['user_id', '{user_id}'],
} as const;
export type ShortPart = keyof typeof SHORT;
export const SHORT_PARTS = Object.keys(SHORT) as ShortPart[];

/** Adds the texts of announcements, which are stored once for everybody, to a person's notifications. */
const NOTIFICATIONS = `(
  select n.id, n.user_id, n.topic, coalesce(n.title, a.title) as title, coalesce(n.message, a.message) as message, n.at,
    n.read_at, n.is_listed, n.mail_due_at
  from notifications n left join announcements a on a.id = n.announcement_id)`;

export async function exportAccount(sql: Queryable, userId: number): Promise<string> {
  const [row] = await sql<{ json: string }[]>`
    select (to_jsonb(u) - '{username_key,password_hash,is_simulated}'::text[])::text as json
    from users u where id = ${userId}`;
  return row?.json ?? 'null';
}

export async function exportShort(sql: Queryable, part: ShortPart, userId: number): Promise<string[]> {
  const [owner, hidden] = SHORT[part];
  const rows = await sql<{ json: string }[]>`
    select (to_jsonb(t) - ${hidden}::text[])::text as json
    from ${part === 'notifications' ? sql.unsafe(NOTIFICATIONS) : sql(part)} t where ${sql(owner)} = ${userId}`;
  return rows.map(({ json }) => json);
}

/** Yields the rows of a large table as JSON in batches, by season and id. */
export async function* exportLong(sql: Queryable, part: LongPart, userId: number): AsyncGenerator<string[]> {
  const seasons = await sql<{ season: number | null }[]>`
    select season_id as season from accounts where user_id = ${userId} order by 1`;
  // the ledger's TKF rows have no season
  const allSeasons = part === 'ledger' ? [...seasons, { season: null }] : seasons;
  for (const { season } of allSeasons) {
    if (part === 'order_events') {
      if (season !== null) yield* exportEvents(sql, userId, season);
      continue;
    }
    const read = async (last: { id: string } | null) =>
      await sql<{ id: string; json: string }[]>`
        select t.id::text as id, (${sql.unsafe(LONG[part])})::text as json from ${sql(part)} t
        where t.user_id = ${userId} and ${season === null ? sql`t.season_id is null` : sql`t.season_id = ${season}`}
          ${last === null ? sql`` : sql`and t.id > ${sql.unsafe(part === 'orders' ? `'${last.id}'::uuid` : last.id)}`}
        order by t.id limit ${BATCH}`;
    for await (const rows of inBatches(BATCH, read)) yield rows.map(({ json }) => json);
  }
}

/**
 * Yields the changes of a user's orders in a season. Reads them order by order, because the index of `order_events`
 * does not contain the user.
 */
async function* exportEvents(sql: Queryable, userId: number, season: number): AsyncGenerator<string[]> {
  const first = { order: '00000000-0000-0000-0000-000000000000', event: '0' };
  type Row = typeof first & { json: string };
  const read = async (last: Row | null) => {
    const { order, event } = last ?? first;
    return await sql<Row[]>`
      select t.order_id as order, t.id::text as event, (${sql.unsafe(LONG.order_events)})::text as json
      from orders o join order_events t on t.order_id = o.id
      where o.user_id = ${userId} and o.season_id = ${season} and o.id >= ${order}::uuid
        and (t.order_id, t.id) > (${order}::uuid, ${event}::bigint)
      order by t.order_id, t.id limit ${BATCH}`;
  };
  for await (const rows of inBatches(BATCH, read)) yield rows.map(({ json }) => json);
}

/**
 * Records an export, unless the last one is under an hour old. @param now epoch ms @returns seconds to wait; 0 when
 * recorded
 */
export async function claimExport(sql: Queryable, userId: number, now: number): Promise<number> {
  const claimed = await sql`update users set exported_at = ${new Date(now)}
    where id = ${userId} and (exported_at is null or exported_at <= ${new Date(now - 3_600_000)})`;
  if (claimed.count > 0) return 0;
  const [row] = await sql<{ exportedAt: Date }[]>`
    select exported_at as "exportedAt" from users where id = ${userId}`;
  return row ? Math.ceil((row.exportedAt.getTime() + 3_600_000 - now) / 1000) : 0;
}
