/** Announcements on their way to Discord: a process claims one before it posts it. */
import type { AnnouncementKind, AnnouncementText } from '#core/announcements/announcements.ts';
import type { Queryable } from '../client.ts';

/** How long a process that has claimed a post may take. */
const CLAIM = '2 minutes';
/** How long a post is tried. */
const TRIED = '1 day';

export type DuePost = {
  id: number;
  kind: AnnouncementKind;
  season: number | null;
  title: AnnouncementText;
  message: AnnouncementText;
  /** Attempts, with this one. */
  tries: number;
};

/** Remembers since when there is a webhook, or that there is none: what was announced before is not posted. */
export async function setDiscordFrom(sql: Queryable, from: Date | null): Promise<void> {
  await sql`update competition set discord_from = ${from === null ? null : sql`coalesce(discord_from, ${from})`}`;
}

/** Gives up posts that were tried for a day, and those whose process was killed while it posted them: nobody knows whether they arrived. */
export async function giveUpPosts(sql: Queryable, now: Date): Promise<void> {
  await sql`
    update announcements set discord_state = case discord_state when 'sending' then 'unsure' else 'failed' end
    where sent_at >= (select discord_from from competition)
      and (discord_state = 'sending' and discord_due_at <= ${now}
        or coalesce(discord_state, 'due') = 'due' and sent_at <= ${now}::timestamptz - ${TRIED}::interval)`;
}

/** Claims the oldest post that is due; no other process gets it. Null without one. */
export async function claimPost(sql: Queryable, now: Date): Promise<DuePost | null> {
  const [row] = await sql<DuePost[]>`
    with due as (
      select id from announcements
      where sent_at between (select discord_from from competition) and ${now}
        and coalesce(discord_state, 'due') = 'due' and coalesce(discord_due_at, sent_at) <= ${now}
      order by sent_at, id limit 1 for update skip locked
    )
    update announcements a set discord_state = 'sending', discord_tries = discord_tries + 1,
      discord_due_at = ${now}::timestamptz + ${CLAIM}::interval
    from due where a.id = due.id returning a.id, a.kind, a.season, a.title, a.message, a.discord_tries as tries`;
  return row ?? null;
}

export async function notePosted(sql: Queryable, id: number): Promise<void> {
  await sql`update announcements set discord_state = 'posted', discord_due_at = null where id = ${id}`;
}

/** Makes a claimed post due again. */
export async function postLater(sql: Queryable, id: number, dueAt: Date): Promise<void> {
  await sql`update announcements set discord_state = 'due', discord_due_at = ${dueAt} where id = ${id}`;
}
