/**
 * The lines of a season's record, made by the database: the bytes its chain commits to and its bundle consists of
 * (docs/rules/14-season-bundle.md 11-13). A line never changes for a row that is there.
 */
import type { Sql, Transaction } from '../../client.ts';

/** A line without its end. `id` is what lines of a kind ascend by. */
export type RecordLine = { id: bigint; line: string };

type Source = Sql | Transaction;

const text = (value: string) => `coalesce(to_json(${value})::text, 'null')`;
const number = (value: string) => `coalesce(${value}::text, 'null')`;
const ms = (value: string) => number(`floor(extract(epoch from ${value}) * 1000)::bigint`);
const term = (name: string) => `(e.terms->'${name}')::text`;
const termMs = (name: string) => ms(`(e.terms->>'${name}')::timestamptz`);
const line = (kind: string, values: readonly string[]) =>
  `'["${kind}",' || ${values.join(" || ',' || ")} || ']' as line`;

const FILL = line('fill', [
  ...[number('f.id'), number('f.user_id'), text('f.action'), text('f.symbol'), text('f.quantity::text')],
  ...[
    text('f.price::text'),
    text('f.cash_delta::text'),
    ms('f.quote_at'),
    text('f.source'),
    ms('f.filled_at'),
  ],
  ...[text('f.reason'), text('f.order_id::text')],
]);

const EVENT = line('event', [
  ...[number('e.id'), number('e.user_id'), text('e.order_id::text'), text('e.kind'), ms('e.at')],
  ...[number('e.fill_id'), number('e.rev')],
  ...['symbol', 'action', 'type', 'tif', 'quantity', 'amount', 'close_all', 'limit_price', 'stop_price'].map(
    term,
  ),
  ...['trail_amount', 'trail_percent', 'mark', 'status'].map(term),
  ...[text('e.reason'), ...['parent_id', 'role', 'oco_id', 'hold'].map(term)],
  ...['placed_at', 'active_from', 'triggered_at', 'expires_at', 'final_at'].map(termMs),
]);

const RULE = line('rules', [
  ...[number('r.first_fill'), ms('r.at'), "(r.rules->'minPrice')::text", "(r.rules->'maxShare')::text"],
  ...["(r.rules->'minHoldMinutes')::text", "(r.rules->'hideOpen')::text"],
]);

/** Fills of a season from after `after` up to `upTo`, at most `limit`. */
export async function fillLines(sql: Source, season: number, after: bigint, upTo: bigint, limit: number) {
  return await sql<RecordLine[]>`
    select f.id, ${sql.unsafe(FILL)} from fills f
    where f.season_id = ${season} and f.id > ${after} and f.id <= ${upTo} order by f.id limit ${limit}`;
}

/** Changes of its orders. */
export async function eventLines(sql: Source, season: number, after: bigint, upTo: bigint, limit: number) {
  return await sql<RecordLine[]>`
    select e.id, ${sql.unsafe(EVENT)} from order_events e
    where e.season_id = ${season} and e.id > ${after} and e.id <= ${upTo} order by e.id limit ${limit}`;
}

/** Its rules, for fills from `id` on. */
export async function ruleLines(sql: Source, season: number, after: bigint, upTo: bigint) {
  return await sql<RecordLine[]>`
    select r.first_fill as id, ${sql.unsafe(RULE)} from season_rules r
    where r.season_id = ${season} and r.first_fill > ${after} and r.first_fill <= ${upTo} order by r.first_fill`;
}
