/** Gives TKF without trades, and checks the books. */
import { one, type Sql } from '#db/client.ts';

/** Pays `amount` TKF as a level reward would: balance and ledger. */
export async function giveTkf(sql: Sql, userId: number, amount: number): Promise<void> {
  await sql`
    with paid as (
      insert into ledger (user_id, currency, kind, amount) values (${userId}, 'TKF', 'level_reward', ${amount}::integer)
    )
    insert into progress (user_id, tkf) values (${userId}, ${amount}::integer)
    on conflict (user_id) do update set tkf = progress.tkf + excluded.tkf, version = progress.version + 1`;
}

/**
 * Checks that SUM(TKF ledger) = balance >= 0; that each item was bought and paid for once, at its price; that at most one
 * owned item of each type is worn. @throws with the facts when not
 */
export async function auditItems(sql: Sql, userId: number) {
  const facts = one(
    await sql<
      {
        tkf: number;
        ledger: number;
        spent: number;
        paid: number;
        owned: number;
        buys: number;
        worn: number;
        own: number;
        types: number;
      }[]
    >`
      select coalesce((select tkf from progress where user_id = ${userId}), 0) as tkf,
        (select coalesce(sum(amount), 0)::integer from ledger where user_id = ${userId} and currency = 'TKF') as ledger,
        (select -coalesce(sum(amount), 0)::integer from ledger where user_id = ${userId} and kind = 'purchase') as spent,
        (select coalesce(sum(price), 0)::integer from owned_items where user_id = ${userId}) as paid,
        (select count(*)::integer from owned_items where user_id = ${userId}) as owned,
        (select count(distinct ref)::integer from ledger where user_id = ${userId} and kind = 'purchase') as buys,
        (select count(*)::integer from active_items where user_id = ${userId}) as worn,
        (select count(*)::integer from active_items a join owned_items o using (user_id, item_id, type)
          where a.user_id = ${userId}) as own,
        (select count(distinct type)::integer from active_items where user_id = ${userId}) as types`,
  );
  const { tkf, ledger, spent, paid, owned, buys, worn, own, types } = facts;
  const right =
    tkf >= 0 && tkf === ledger && spent === paid && owned === buys && worn === own && worn === types;
  if (!right) throw new Error(`the books are wrong: ${JSON.stringify(facts)}`);
  return facts;
}
