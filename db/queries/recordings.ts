/** The list of recordings. */
import type { Recording } from '#core/contract/site.ts';
import type { Sql } from '../client.ts';

type Row = { id: number; title: string; url: string; created_at: Date; username: string | null };

const toRecording = (row: Row): Recording => ({
  id: row.id,
  title: row.title,
  url: row.url,
  createdAt: row.created_at.toISOString(),
  user: row.username === null ? null : { username: row.username },
});

/** All recordings, newest first. */
export async function listRecordings(sql: Sql): Promise<Recording[]> {
  const rows = await sql<Row[]>`
    select r.id, r.title, r.url, r.created_at, u.username
    from recordings r left join users u on u.id = r.user_id
    order by r.id desc
    limit 1000`;
  return rows.map(toRecording);
}

/** Returns title and address of the newest recording; null without one. */
export async function newestRecording(sql: Sql): Promise<{ title: string; url: string } | null> {
  const [row] = await sql<{ title: string; url: string }[]>`
    select title, url from recordings order by id desc limit 1`;
  return row ?? null;
}

/** Adds a recording in the name of `userId`. */
export async function insertRecording(
  sql: Sql,
  userId: number,
  recording: { title: string; url: string },
): Promise<Recording> {
  const [row] = await sql<Row[]>`
    with added as (
      insert into recordings (title, url, user_id)
      values (${recording.title}, ${recording.url}, ${userId})
      returning id, title, url, created_at, user_id
    )
    select a.id, a.title, a.url, a.created_at, u.username from added a join users u on u.id = a.user_id`;
  return toRecording(row!);
}

/** Removes a recording; false when there was none with that id. */
export async function deleteRecordingRow(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql`delete from recordings where id = ${id} returning id`;
  return rows.length > 0;
}
