/** The conditions of every change of an account: season status and rules, account version, clocks and waiting time. */
import { NO_RULES_JSON, writeRules } from '#core/contract/season.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { Queryable } from '../../client.ts';
import type { NewNotification } from '../account/notifications.ts';
import { clocksAgree, type Fence, fenced } from '../platform/leases.ts';

export type Guard = {
  seasonId: number;
  userId: number;
  /** The account's version when it was read. */
  version: bigint;
  /** The season's rules at the decision. */
  rules: Rules;
  /** True for admins, who may also trade in a waiting or ended season. */
  anyStatus: boolean;
  /** Longest wait for locks, ms. After a longer wait the statement writes nothing. */
  patienceMs: number;
  /** The server's clock when it judged the prices to be current, epoch ms. */
  decidedMs: number;
  at: Date;
  /** Lease of the matching process. The statement writes nothing once another process has it. */
  fence?: Fence | null;
  /** The response to store under an Idempotency-Key; null without a key. */
  idempotency: { key: Uint8Array; hash: Uint8Array; response: string } | null;
  /** The trader's reason for the order `orderId` or, if `orderId` is null, for the commit's last fill. */
  reason?: { orderId: string | null; text: string } | null;
  notifications?: readonly NewNotification[];
};

type Version = Pick<Guard, 'userId' | 'version' | 'decidedMs'>;

/**
 * Returns the first parts of a `with` for accounts under the same guard. `season`: share-locked, so that the
 * statement and Start, End and Reset wait for each other. `locked`: accounts with unchanged versions. `timely`: the
 * accounts locked in time, while the clocks of server and database agreed.
 * @param skipsLocked skips accounts that another transaction has locked
 */
export const guarded = (
  sql: Queryable,
  g: Guard,
  accounts: readonly Version[] = [g],
  skipsLocked = false,
) => sql`season as (
      -- a season that is older than a rule has no value for it
      select id, ended_at from seasons where id = ${g.seasonId}
        and ${NO_RULES_JSON}::text::jsonb || rules = ${JSON.stringify(writeRules(g.rules))}::text::jsonb
        and (status = 'active' or (${g.anyStatus} and status <> 'archived')) ${fenced(sql, g.fence)}
      for share
    ), locked as (
      select a.season_id, a.user_id from accounts a where a.season_id = (select id from season) ${atVersion(sql, accounts)}
      for update of a ${skipsLocked ? sql`skip locked` : sql``}
    ), timely as (
      -- reads the clock after the row is locked
      select * from locked
      where clock_timestamp() - statement_timestamp() <= ${g.patienceMs}::integer * interval '1 ms'
        and ${clocksAgree(
          sql,
          accounts.map(({ decidedMs }) => decidedMs),
        )}
    )`;

/**
 * Returns a part of a `with` query, beginning with a comma, that stores the responses of the accounts in the query's
 * part `account`. Empty without responses.
 * @param response the text to store for the commit `k`
 */
export function answersStored(sql: Queryable, commits: readonly Guard[], response = sql`k.response`) {
  const answers = commits.flatMap(({ userId, at, idempotency }) => {
    if (!idempotency) return [];
    const { key, hash, response } = idempotency;
    return [{ user_id: userId, key: key.toHex(), hash: hash.toHex(), response, at: at.toISOString() }];
  });
  if (answers.length === 0) return sql``;
  return sql`, answered as (
      insert into idempotency_keys (user_id, key_hash, body_hash, response, created_at)
      select user_id, decode(k.key, 'hex'), decode(k.hash, 'hex'), ${response}, k.at
      from account join jsonb_to_recordset(${JSON.stringify(answers)}::text::jsonb) as k (
        user_id integer, key text, hash text, response text, at timestamptz) using (user_id)
    )`;
}

/**
 * Returns a part of a `with` query, beginning with a comma, that stores the reasons of orders of the accounts in the
 * query's part `account`. Empty without reasons.
 * @param lastFill the id of the account's last fill
 */
export function reasonsWritten(sql: Queryable, commits: readonly Guard[], lastFill = sql`null::bigint`) {
  const rows = commits.flatMap(({ userId, reason }) =>
    reason ? [{ user_id: userId, order_id: reason.orderId, reason: reason.text }] : [],
  );
  if (rows.length === 0) return sql``;
  return sql`, reasoned as (
      insert into order_reasons (season_id, user_id, order_id, fill_id, reason)
      select account.season_id, account.user_id, r.order_id, case when r.order_id is null then ${lastFill} end, r.reason
      from account join jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (
        user_id integer, order_id uuid, reason text) using (user_id)
    )`;
}

/**
 * Returns condition and sort order for a query of accounts `a`. Every statement locks accounts by id, to prevent
 * deadlocks. Compares ids with a list: in a new database, the planner makes a join read every account of the season.
 */
function atVersion(sql: Queryable, accounts: readonly Version[]) {
  if (accounts.length === 1)
    return sql`and a.user_id = ${accounts[0]!.userId} and a.version = ${accounts[0]!.version}`;
  const ids = accounts.map(({ userId }) => userId);
  const versions = accounts.map(({ version }) => String(version));
  return sql`and a.user_id = any(${ids}::integer[])
      and a.version = (${versions}::bigint[])[array_position(${ids}::integer[], a.user_id)]
      order by a.user_id`;
}
