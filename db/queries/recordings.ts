/** The library of recordings. A deleted recording is only in the list of deleted recordings, until it is erased. */
import type { Audience } from '#core/account/permissions.ts';
import type { Recording, RecordingDetails } from '#core/contract/recordings.ts';
import type { Locale } from '#core/locale/locale.ts';
import { one, type Queryable, type Sql, type Transaction } from '../client.ts';

/** `url` is present even when the reader may not open the recording. */
export type StoredRecording = Recording & { url: string };

type Row = {
  id: number;
  title: string;
  url: string;
  createdAt: Date;
  username: string | null;
  heldOn: string | null;
  series: string | null;
  language: Locale | null;
  minutes: number | null;
  note: string | null;
  audience: Audience;
};

const columns = (sql: Queryable) => sql`
  r.id, r.title, r.url, r.created_at as "createdAt", u.username, r.held_on::text as "heldOn", r.series, r.language, r.minutes,
  r.note, r.audience`;

/** The day by which recordings are sorted. */
const day = (sql: Queryable) => sql`coalesce(r.held_on, (r.created_at at time zone 'UTC')::date)`;

const toRecording = ({ username, createdAt, ...row }: Row): StoredRecording => ({
  ...row,
  createdAt: createdAt.toISOString(),
  user: username === null ? null : { username },
});

/** Returns the newest 1,000 recordings, newest first. */
export async function listRecordings(sql: Sql): Promise<StoredRecording[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from recordings r left join users u on u.id = r.user_id
    where r.deleted_at is null
    order by ${day(sql)} desc, r.id desc
    limit 1000`;
  return rows.map(toRecording);
}

/**
 * Returns a page of the library. Series with newer recordings come first, and so do newer recordings within a series.
 * Recordings without a series form one series.
 * @param search.text part of a title, a series or a note; empty for all
 */
export async function listLibrary(
  sql: Sql,
  search: { text: string; offset: number; limit: number },
): Promise<StoredRecording[]> {
  const { text, offset, limit } = search;
  const rows = await sql<Row[]>`
    select ${columns(sql)} from recordings r left join users u on u.id = r.user_id
    where r.deleted_at is null
      and strpos(lower(concat_ws(E'\n', r.title, r.series, r.note)), lower(${text})) > 0
    order by max(${day(sql)}) over (partition by r.series) desc, r.series, ${day(sql)} desc, r.id desc
    offset ${offset} limit ${limit}`;
  return rows.map(toRecording);
}

/** Returns the names of the first 200 series, sorted. */
export async function listSeries(sql: Sql): Promise<string[]> {
  const rows = await sql<{ series: string }[]>`
    select distinct series from recordings where series is not null and deleted_at is null order by 1 limit 200`;
  return rows.map(({ series }) => series);
}

/** Returns up to 200 recordings deleted after `since`, newest deletion first. */
export async function listDeletedRecordings(
  sql: Sql,
  since: Date,
): Promise<{ id: number; title: string; deletedAt: Date }[]> {
  return await sql<{ id: number; title: string; deletedAt: Date }[]>`
    select id, title, deleted_at as "deletedAt" from recordings
    where deleted_at > ${since} order by deleted_at desc, id desc limit 200`;
}

/** @returns null without any recording */
export async function newestRecording(sql: Sql): Promise<StoredRecording | null> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from recordings r left join users u on u.id = r.user_id
    where r.deleted_at is null
    order by ${day(sql)} desc, r.id desc limit 1`;
  return row ? toRecording(row) : null;
}

/** @returns null for an unknown or deleted recording */
export async function recordingById(sql: Sql, id: number): Promise<StoredRecording | null> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from recordings r left join users u on u.id = r.user_id
    where r.id = ${id} and r.deleted_at is null`;
  return row ? toRecording(row) : null;
}

/** Locks and returns a recording; null for an unknown or deleted one. */
export async function lockRecording(tx: Transaction, id: number): Promise<StoredRecording | null> {
  const [row] = await tx<Row[]>`
    select ${columns(tx)} from recordings r left join users u on u.id = r.user_id
    where r.id = ${id} and r.deleted_at is null
    for update of r`;
  return row ? toRecording(row) : null;
}

const toColumns = ({ heldOn, ...details }: RecordingDetails) => ({
  title: details.title,
  url: details.url,
  held_on: heldOn ?? null,
  series: details.series ?? null,
  language: details.language ?? null,
  minutes: details.minutes ?? null,
  note: details.note ?? null,
  audience: details.audience ?? 'everyone',
});

export async function insertRecording(
  tx: Transaction,
  userId: number,
  details: RecordingDetails,
): Promise<StoredRecording> {
  const rows = await tx<Row[]>`
    with r as (insert into recordings ${tx({ ...toColumns(details), user_id: userId })} returning *)
    select ${columns(tx)} from r join users u on u.id = r.user_id`;
  return toRecording(one(rows));
}

export async function updateRecording(tx: Transaction, id: number, details: RecordingDetails): Promise<void> {
  await tx`update recordings set ${tx(toColumns(details))} where id = ${id}`;
}

/** @returns the title; null for an unknown or deleted recording */
export async function markRecordingDeleted(tx: Transaction, id: number, at: Date): Promise<string | null> {
  const [row] = await tx<{ title: string }[]>`
    update recordings set deleted_at = ${at} where id = ${id} and deleted_at is null returning title`;
  return row?.title ?? null;
}

/** @returns the title; null when it was not deleted after `since` */
export async function restoreRecording(tx: Transaction, id: number, since: Date): Promise<string | null> {
  const [row] = await tx<{ title: string }[]>`
    update recordings set deleted_at = null where id = ${id} and deleted_at > ${since} returning title`;
  return row?.title ?? null;
}

/** Erases the recordings deleted at `until` or before. */
export async function eraseRecordings(sql: Sql, until: Date): Promise<void> {
  await sql`delete from recordings where deleted_at <= ${until}`;
}
