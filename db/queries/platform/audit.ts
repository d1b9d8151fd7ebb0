/** The admin log: one row an action, never changed. */
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

/** Writes one row in the action's transaction. @param row.userId null for the server itself */
export async function writeAudit(
  sql: Queryable,
  row: { userId: number | null; action: string; before: Json | null; after: Json | null },
): Promise<void> {
  await sql`insert into audit (user_id, action, before, after) values
    (${row.userId}, ${row.action}, ${row.before && sql.json(row.before)}, ${row.after && sql.json(row.after)})`;
}

/** Returns the newest rows first. */
export async function listAudit(sql: Queryable, limit: number): Promise<AuditRow[]> {
  return await sql<AuditRow[]>`
    select a.id, u.username, a.action, a.before, a.after, a.at
    from audit a left join users u on u.id = a.user_id order by a.id desc limit ${limit}`;
}
