/** Links by which people register. Times are epoch ms of the caller's clock. */
import { one, type Queryable, type Transaction } from '../../client.ts';

export type JoinLink = {
  id: number;
  code: string;
  label: string;
  maxUses: number;
  uses: number;
  endsAt: Date;
  createdBy: string;
};

const columns = (sql: Queryable) => sql`
  l.id, l.code, l.label, l.max_uses as "maxUses", l.uses, l.ends_at as "endsAt", u.username as "createdBy"`;

/** @returns newest first */
export async function listJoinLinks(
  sql: Queryable,
  page: { offset: number; limit: number },
): Promise<JoinLink[]> {
  return await sql<JoinLink[]>`
    select ${columns(sql)} from join_links l join users u on u.id = l.created_by
    order by l.id desc offset ${page.offset} limit ${page.limit}`;
}

/** @returns the link's id; null when another link has the code */
export async function insertJoinLink(
  tx: Transaction,
  link: { code: string; label: string; maxUses: number; endsAt: number; createdBy: number; now: number },
): Promise<number | null> {
  const { code, label, maxUses, endsAt, createdBy, now } = link;
  const [row] = await tx<{ id: number }[]>`
    insert into join_links (code, label, max_uses, ends_at, created_by, created_at)
    values (${code}, ${label}, ${maxUses}, ${new Date(endsAt)}, ${createdBy}, ${new Date(now)})
    on conflict (code) do nothing returning id`;
  return row?.id ?? null;
}

/** True when the link of this code has not expired and has a use left. */
export async function isJoinLinkOpen(sql: Queryable, code: string, now: number): Promise<boolean> {
  return one(
    await sql<{ isOpen: boolean }[]>`
      select exists (select from join_links where code = ${code} and uses < max_uses and ends_at > ${new Date(now)})
        as "isOpen"`,
  ).isOpen;
}

/** Counts a use. Call it in the transaction that creates the account. @returns false for an expired or used-up link */
export async function takeJoinLink(tx: Transaction, code: string, now: number): Promise<boolean> {
  const taken = await tx`
    update join_links set uses = uses + 1
    where code = ${code} and uses < max_uses and ends_at > ${new Date(now)}`;
  return taken.count > 0;
}

/** Ends a link. @returns its label and uses; null when the link has ended or never existed */
export async function endJoinLink(
  tx: Transaction,
  id: number,
  now: number,
): Promise<Pick<JoinLink, 'label' | 'uses'> | null> {
  const [row] = await tx<Pick<JoinLink, 'label' | 'uses'>[]>`
    update join_links set ends_at = ${new Date(now)} where id = ${id} and ends_at > ${new Date(now)}
    returning label, uses`;
  return row ?? null;
}
