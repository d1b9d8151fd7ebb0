/** The audit log: one row for each action. Rows never change, except to replace the name of a deleted account. */
import type { Queryable } from '../../client.ts';

type Json = Record<string, string | number | boolean | null>;

export type AuditRow = {
  id: bigint;
  username: string | null;
  action: string;
  before: Json | null;
  after: Json | null;
  at: Date;
};

/** Inserts the row of an action. Call it in the action's transaction. @param row.userId null for the server */
export async function writeAudit(
  sql: Queryable,
  row: { userId: number | null; action: string; before?: Json | null; after?: Json | null },
): Promise<void> {
  const { userId, action, before = null, after = null } = row;
  await sql`insert into audit (user_id, action, before, after)
    values (${userId}, ${action}, ${before && sql.json(before)}, ${after && sql.json(after)})`;
}

/** A null field matches every row. */
type AuditFilter = {
  actors: readonly number[] | null;
  action: string | null;
  /** All names of the person whom the action concerns, in lower case. */
  names: readonly string[] | null;
  from: Date | null;
  before: Date | null;
};

/** @returns newest first */
export async function listAudit(
  sql: Queryable,
  { actors, action, names, from, before }: AuditFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<AuditRow[]> {
  return await sql<AuditRow[]>`
    select a.id, u.username, a.action, a.before, a.after, a.at
    from audit a left join users u on u.id = a.user_id
    where true
      ${actors === null ? sql`` : sql`and a.user_id = any(${[...actors]})`}
      ${action === null ? sql`` : sql`and a.action = ${action}`}
      ${names === null ? sql`` : sql`and lower(coalesce(a.after->>'username', a.before->>'username')) = any(${[...names]})`}
      ${from === null ? sql`` : sql`and a.at >= ${from}`} ${before === null ? sql`` : sql`and a.at < ${before}`}
    order by a.id desc offset ${offset} limit ${limit}`;
}

type SeasonEdit = { id: bigint; before: Json; after: Json; at: Date };

/** Returns the edits of a season made while it ran, newest first. */
export async function seasonEdits(sql: Queryable, number: number): Promise<SeasonEdit[]> {
  return await sql<SeasonEdit[]>`
    select id, before, after, at from audit
    where action = 'competition_edit' and (after->>'season')::integer = ${number} order by id desc`;
}
