/** What every change of an account hangs on: the season's status and rules, the account's version, and patience. */
import { writeRules } from '#core/contract/season.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { Queryable } from '../../client.ts';
import { clocksAgree, type Fence, fenced } from '../platform/leases.ts';

export type Guard = {
  seasonId: number;
  userId: number;
  /** Of the account as it was read. */
  version: bigint;
  /** Those it was decided on. */
  rules: Rules;
  /** Also in a season that waits or has ended (admins). */
  anyStatus: boolean;
  /** The statement does nothing when it had to wait longer than this, ms. */
  patienceMs: number;
  /** Our clock when the prices were found to be of now, epoch ms: it may be set right before the statement goes. */
  decidedMs: number;
  at: Date;
  /** Of a process that matches orders: nothing is done once another one does. */
  fence?: Fence | null;
  /** Stores the answer under a key for repeats. */
  idempotency: { key: Uint8Array; hash: Uint8Array; response: string } | null;
};

/** Whose account, at which version, and when that was decided. */
type Version = Pick<Guard, 'userId' | 'version' | 'decidedMs'>;

/**
 * The first parts of a `with`, for one account or for many under the same guard: `season` share-locked, so that Start, End
 * and Reset wait for it and it for them; `locked` the account, if its version has not changed; `timely` the same, if that
 * did not take too long and our clock was right.
 * @param skipsLocked leaves out accounts that somebody else has locked; otherwise all wait for them
 */
export const guarded = (
  sql: Queryable,
  g: Guard,
  accounts: readonly Version[] = [g],
  skipsLocked = false,
) => sql`season as (
      select id from seasons where id = ${g.seasonId} and rules = ${JSON.stringify(writeRules(g.rules))}::text::jsonb
        and (status = 'active' or (${g.anyStatus} and status <> 'archived')) ${fenced(sql, g.fence)}
      for share
    ), locked as (
      select a.season_id, a.user_id from accounts a where a.season_id = (select id from season) ${atVersion(sql, accounts)}
      for update of a ${skipsLocked ? sql`skip locked` : sql``}
    ), timely as (
      -- looks at the clock once the row is locked, however long that took
      select * from locked
      where clock_timestamp() - statement_timestamp() <= ${g.patienceMs}::integer * interval '1 ms'
        and ${clocksAgree(
          sql,
          accounts.map(({ decidedMs }) => decidedMs),
        )}
    )`;

/** A further part, comma and all, that stores the answers that there are, of a `with` that has `account`. */
export function answersStored(sql: Queryable, commits: readonly Guard[]) {
  const answers = commits.flatMap(({ userId, at, idempotency }) => {
    if (!idempotency) return [];
    const { key, hash, response } = idempotency;
    return [{ user_id: userId, key: key.toHex(), hash: hash.toHex(), response, at: at.toISOString() }];
  });
  if (answers.length === 0) return sql``;
  return sql`, answered as (
      insert into idempotency_keys (user_id, key_hash, body_hash, response, created_at)
      select user_id, decode(k.key, 'hex'), decode(k.hash, 'hex'), k.response, k.at
      from account join jsonb_to_recordset(${JSON.stringify(answers)}::text::jsonb) as k (
        user_id integer, key text, hash text, response text, at timestamptz) using (user_id)
    )`;
}

/**
 * The rest of a query of accounts `a`. Several are locked in one order, whoever else locks them. Ids are looked up in the
 * index: joined as a table, the plan of a young database reads every account of the season.
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
