/** Owned and worn items. One statement makes each change. */
import type { ItemType } from '#core/shop/catalogue.ts';
import { one, type Queryable } from '../../client.ts';

/** The response that the request's statement stores under an Idempotency-Key; null without a key. */
export type StoredWith = { key: Uint8Array; hash: Uint8Array; response: string } | null;

export type WardrobeRow = { owned: string[]; active: { [type in ItemType]?: string } };
export type WalletRow = WardrobeRow & {
  tkf: number;
  /** Every change of `tkf` raises the version, which guards `commitPurchase`. Null without a progress row. */
  version: bigint | null;
};

/** Returns items, TKF and version of one snapshot. `owned`: item ids in the sequence of buying. */
export async function readWallet(sql: Queryable, userId: number): Promise<WalletRow> {
  return one(
    await sql<WalletRow[]>`
      select coalesce(g.tkf, 0) as tkf, g.version,
        array(select item_id from owned_items where user_id = ${userId} order by bought_at, item_id) as owned,
        coalesce((select jsonb_object_agg(type, item_id) from active_items where user_id = ${userId}), '{}') as active
      from (select) o left join progress g on g.user_id = ${userId}`,
  );
}

/** A part of a `with` that stores the response if the part `part` has a row. */
const answerStored = (
  sql: Queryable,
  { stored, at }: { stored: StoredWith; at: Date },
  part: 'payer' | 'owned' | 'owner',
) => sql`(
        insert into idempotency_keys (user_id, key_hash, body_hash, response, created_at)
        select user_id, ${stored?.key ?? new Uint8Array()}::bytea, ${stored?.hash ?? new Uint8Array()}::bytea,
          ${stored?.response ?? ''}, ${at}::timestamptz
        from ${sql(part)} where ${stored !== null}
      )`;

/**
 * Takes the price, adds the item, and writes the ledger and the response, in one statement. Does nothing when the
 * user's TKF have changed since `version` was read.
 * @returns false when the version has changed
 * @throws a unique violation (isUniqueViolation) when a concurrent request used the Idempotency-Key first
 */
export async function commitPurchase(
  sql: Queryable,
  c: {
    userId: number;
    version: bigint;
    item: { id: string; type: ItemType; price: number };
    at: Date;
    stored: StoredWith;
  },
): Promise<boolean> {
  const { item } = c;
  const { done } = one(
    await sql<{ done: boolean }[]>`
      with payer as (
        update progress set tkf = tkf - ${item.price}::integer, version = version + 1
        where user_id = ${c.userId} and version = ${c.version}
        returning user_id
      ), owned as (
        insert into owned_items (user_id, item_id, type, price, bought_at)
        select user_id, ${item.id}, ${item.type}, ${item.price}::integer, ${c.at}::timestamptz from payer
      ), paid as (
        insert into ledger (user_id, currency, kind, amount, ref, at)
        select user_id, 'TKF', 'purchase', -${item.price}::integer, ${`item:${item.id}`}, ${c.at}::timestamptz
        from payer
      ), answered as ${answerStored(sql, c, 'payer')}
      select exists (select from payer) as done`,
  );
  return done;
}

type Change = {
  userId: number;
  type: ItemType;
  at: Date;
  stored: StoredWith;
};

/** Puts on an owned item, in place of the worn item of its type. @returns false when the user does not own `itemId` */
export async function wearItem(sql: Queryable, c: Change & { itemId: string }): Promise<boolean> {
  const { done } = one(
    await sql<{ done: boolean }[]>`
      with owned as (
        select user_id, type, item_id from owned_items
        where user_id = ${c.userId} and type = ${c.type} and item_id = ${c.itemId}
      ), worn as (
        insert into active_items (user_id, type, item_id, since)
        select user_id, type, item_id, ${c.at}::timestamptz from owned
        on conflict (user_id, type) do update set item_id = excluded.item_id, since = excluded.since
      ), answered as ${answerStored(sql, c, 'owned')}
      select exists (select from owned) as done`,
  );
  return done;
}

/**
 * Takes off an item; does nothing unless it is worn.
 * @param c.itemId null for the worn item of the type @param c.isFree true for an item that every user owns
 * @returns false when the user does not own it
 */
export async function takeOffItem(
  sql: Queryable,
  c: Change & { itemId: string | null; isFree: boolean },
): Promise<boolean> {
  const { done } = one(
    await sql<{ done: boolean }[]>`
      with owner as (
        select ${c.userId}::integer as user_id where ${c.isFree} or exists (
          select from owned_items where user_id = ${c.userId} and item_id = ${c.itemId}::text)
      ), deactivated as (
        delete from active_items a using owner
        where a.user_id = owner.user_id and a.type = ${c.type} and a.item_id = coalesce(${c.itemId}::text, a.item_id)
      ), answered as ${answerStored(sql, c, 'owner')}
      select exists (select from owner) as done`,
  );
  return done;
}
