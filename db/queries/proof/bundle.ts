/**
 * The lines of a season's bundle. SQL alone formats the lines of the record, because the chain commits to their bytes
 * (docs/rules/14-season-bundle.md 11-13). Decimals are as stored.
 */
import { NO_RULES_JSON } from '#core/contract/season.ts';
import { BUNDLE_LINES, type FieldType, type LineOf, lineFields } from '#core/season/bundle-lines.ts';
import { one, type Queryable } from '../../client.ts';

export type BundleCounts = { traders: number; fills: number; events: number; links: number };

type Covered = { fill: bigint; event: bigint };

export async function bundleCounts(sql: Queryable, seasonId: number, upTo: Covered): Promise<BundleCounts> {
  return one(
    await sql<BundleCounts[]>`
      select (select count(*) from fills where season_id = ${seasonId} and id <= ${upTo.fill})::integer as fills,
        (select count(*) from order_events where season_id = ${seasonId} and id <= ${upTo.event})::integer as events,
        (select count(*) from season_chain where season_id = ${seasonId})::integer as links,
        (select count(*) from (${takers(sql, seasonId, upTo)}) t)::integer as traders`,
  );
}

/** Returns a query for the users in the final table and the users with a fill or an order event up to these ids. */
const takers = (sql: Queryable, seasonId: number, { fill, event }: Covered) => sql`
  select user_id from results where season_id = ${seasonId}
  union select user_id from fills where season_id = ${seasonId} and id <= ${fill}
  union select user_id from order_events where season_id = ${seasonId} and id <= ${event}`;

/**
 * Returns traders with ids above `after`, by id. `isAdmin` is true without a row in the final table; a trader who
 * becomes an admin after the end keeps the row.
 */
export async function bundleTraders(
  sql: Queryable,
  seasonId: number,
  upTo: Covered,
  after: number,
  limit: number,
): Promise<LineOf<'trader'>[]> {
  return await sql<LineOf<'trader'>[]>`
    select id, username as name, id not in (select user_id from results where season_id = ${seasonId}) as "isAdmin" from users
    where id > ${after} and id in (${takers(sql, seasonId, upTo)}) order by id limit ${limit}`;
}

/**
 * `cash`: the cash after the last fill of the chain. `isOut`: disqualified; in a private game, left before the end.
 */
export type BundleStanding = LineOf<'standing'>;

/**
 * Returns rows of the final table after row `after`, in sequence.
 * @param lastFill the last fill of the chain; fills of Reset, and of traders who became admins, have higher ids
 */
export async function bundleStandings(
  sql: Queryable,
  seasonId: number,
  lastFill: bigint,
  after: number,
  limit: number,
): Promise<BundleStanding[]> {
  return await sql<BundleStanding[]>`
    select r.row_number as row, r.user_id as trader, case when r.ranked then r.place end as place, r.tier as rank, r.equity,
      r.realised_pnl as realised, r.trade_count as trades, case when r.season_id > 0 then d.user_id is not null else r.trade_count > 0 and not r.ranked end as "isOut",
      (a.cash - coalesce((select sum(f.cash_delta) from fills f where f.user_id = r.user_id and f.season_id = r.season_id
        and f.id > ${lastFill}), 0))::numeric(20,2) as cash
    from results r join accounts a on a.season_id = r.season_id and a.user_id = r.user_id
      left join disqualifications d on d.season_id = r.season_id and d.user_id = r.user_id
    where r.season_id = ${seasonId} and r.row_number > ${after} order by r.row_number limit ${limit}`;
}

/** Returns the valid awards of a season by user id. */
export async function bundleAwards(sql: Queryable, seasonId: number): Promise<LineOf<'award'>[]> {
  return await sql<LineOf<'award'>[]>`
    select user_id as trader, place, amount from season_awards
    where season_id = ${seasonId} and status in ('provisional', 'offered', 'claimed', 'paid') order by user_id`;
}

/** `line`: without its newline. Lines of a kind ascend by `id`. */
export type RecordLine = { id: bigint; line: string };

/** A column, or a name in a JSON column. */
type FieldSource = string | readonly [json: string, name: string];

function line<K extends 'rules' | 'fill' | 'event'>(
  kind: K,
  sources: Record<keyof LineOf<K> & string, FieldSource>,
): string {
  const types: Record<string, FieldType> = BUNDLE_LINES[kind];
  const values = lineFields(kind).map((name) => valueSql(types[name]!, sources[name]));
  return `'["${kind}",' || ${values.join(" || ',' || ")} || ']' as line`;
}

function valueSql(type: FieldType, source: FieldSource): string {
  const isTime = type.startsWith('time');
  // decimals in JSON columns are texts already
  if (typeof source !== 'string' && !isTime) return `(${source[0]}->'${source[1]}')::text`;
  const value = typeof source === 'string' ? source : `(${source[0]}->>'${source[1]}')::timestamptz`;
  if (isTime) return orNull(`floor(extract(epoch from ${value}) * 1000)::bigint::text`);
  return orNull(type.startsWith('whole') ? `${value}::text` : `to_json(${value}::text)::text`);
}

const orNull = (value: string) => `coalesce(${value}, 'null')`;
const term = (name: string) => ['e.terms', name] as const;
/** A stored rule, or its value in NO_RULES. */
const rule = (name: string) => [`('${NO_RULES_JSON}'::jsonb || r.rules)`, name] as const;

const FILL = line('fill', {
  id: 'f.id',
  trader: 'f.user_id',
  action: 'f.action',
  symbol: 'f.symbol',
  quantity: 'f.quantity',
  price: 'f.price',
  cash: 'f.cash_delta',
  quoteAt: 'f.quote_at',
  source: 'f.source',
  filledAt: 'f.filled_at',
  reason: 'f.reason',
  order: 'f.order_id',
});

const EVENT = line('event', {
  id: 'e.id',
  trader: 'e.user_id',
  order: 'e.order_id',
  change: 'e.kind',
  at: 'e.at',
  fill: 'e.fill_id',
  rev: 'e.rev',
  symbol: term('symbol'),
  action: term('action'),
  type: term('type'),
  tif: term('tif'),
  quantity: term('quantity'),
  amount: term('amount'),
  closeAll: term('close_all'),
  limit: term('limit_price'),
  stop: term('stop_price'),
  trailAmount: term('trail_amount'),
  trailPercent: term('trail_percent'),
  mark: term('mark'),
  status: term('status'),
  reason: 'e.reason',
  parent: term('parent_id'),
  role: term('role'),
  oco: term('oco_id'),
  hold: term('hold'),
  placedAt: term('placed_at'),
  activeFrom: term('active_from'),
  triggeredAt: term('triggered_at'),
  expiresAt: term('expires_at'),
  finalAt: term('final_at'),
});

const RULE = line('rules', {
  firstFill: 'r.first_fill',
  at: 'r.at',
  minPrice: rule('minPrice'),
  maxShare: rule('maxShare'),
  minHoldMinutes: rule('minHoldMinutes'),
  hideOpen: rule('hideOpen'),
});

type RecordKind = 'rules' | 'fill' | 'event';
const RECORD: Record<RecordKind, { table: string; id: string; line: string }> = {
  rules: { table: 'season_rules r', id: 'r.first_fill', line: RULE },
  fill: { table: 'fills f', id: 'f.id', line: FILL },
  event: { table: 'order_events e', id: 'e.id', line: EVENT },
};

/** Rows of a game with ids above `after` and up to `upTo`. */
export type LineSpan = { seasonId: number; after: bigint; upTo: bigint };

/** Returns the lines of a kind in each span, game by game, by id. @param limit most lines of one game; null for all */
export async function recordLines(
  sql: Queryable,
  kind: RecordKind,
  spans: readonly LineSpan[],
  limit: number | null,
): Promise<(RecordLine & { seasonId: number })[]> {
  const { table, id, line } = RECORD[kind];
  const [name] = table.split(' ').slice(-1);
  return await sql<(RecordLine & { seasonId: number })[]>`
    select s.id as "seasonId", l.id, l.line
    from unnest(${spans.map(({ seasonId }) => seasonId)}::integer[], ${spans.map(({ after }) => `${after}`)}::text[]::bigint[],
        ${spans.map(({ upTo }) => `${upTo}`)}::text[]::bigint[]) s (id, after, up_to),
      lateral (select ${sql.unsafe(`${id} as id, ${line}`)} from ${sql.unsafe(table)}
        where ${sql.unsafe(`${name}.season_id = s.id and ${id} > s.after and ${id} <= s.up_to order by ${id}`)} limit ${limit}) l
    order by s.id, l.id`;
}
