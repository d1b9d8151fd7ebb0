/** The numbers on the staff's page of open work. */
import { one, type Queryable } from '../../client.ts';

export type Waiting = { count: number; oldestAt: Date | null };

/**
 * Returns the open work: traders with open reports, unread messages, seasons with unconfirmed winners, unpaid claims,
 * and announcements of the last seven days with failed posts or mails.
 */
export async function readWaiting(
  sql: Queryable,
): Promise<Record<'reports' | 'messages' | 'winners' | 'claims' | 'lost', Waiting>> {
  const [reports, messages, winners, claims, lost] = await Promise.all([
    sql<Waiting[]>`
      select count(distinct target_id)::integer as count, min(created_at) as "oldestAt"
      from reports where closed_at is null`,
    sql<Waiting[]>`
      select count(*)::integer as count, min(created_at) as "oldestAt"
      from contact_messages where read_at is null and spam_at is null`,
    sql<Waiting[]>`
      select count(distinct s.id)::integer as count, min(s.ended_at) as "oldestAt"
      from season_awards w join seasons s on s.id = w.season_id where w.status = 'provisional'`,
    sql<Waiting[]>`
      select count(*)::integer as count, min(claimed_at) as "oldestAt"
      from season_awards where status = 'claimed'`,
    sql<Waiting[]>`
      select count(*)::integer as count, min(sent_at) as "oldestAt"
      from announcements where (discord_state in ('failed', 'unsure') or mails_lost > 0) and sent_at > now() - interval '7 days'`,
  ]);
  return {
    reports: one(reports),
    messages: one(messages),
    winners: one(winners),
    claims: one(claims),
    lost: one(lost),
  };
}

export type Storage = {
  bytes: number;
  openedAt: Date;
  /** Null without a backup. */
  backupAt: Date | null;
};

export async function readStorage(sql: Queryable): Promise<Storage> {
  return one(
    await sql<Storage[]>`
      select pg_database_size(current_database())::float8 as bytes,
        (select created_at from users order by id limit 1) as "openedAt",
        (select max(made_at) from backups) as "backupAt"`,
  );
}
