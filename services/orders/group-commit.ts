/** Changes of several traders' orders, committed by one statement where they come at once. */
import { writeRules } from '#core/contract/schemas/rules.ts';
import { isWrong, type Sql } from '#db/client.ts';
import { commitOrders, type OrdersCommit } from '#db/queries/orders/commit.ts';
import { type Some, together } from '../platform/together.ts';

/** What changes that go together have in common. */
const guardOf = ({ seasonId, rules, anyStatus, patienceMs, fence }: OrdersCommit): string =>
  JSON.stringify([seasonId, writeRules(rules), anyStatus, patienceMs, String(fence?.epoch)]);

/**
 * @returns what commits a change and says whether it was done; it throws what `commitOrders` throws
 */
export function createGroupCommit(sql: Sql): (change: OrdersCommit) => Promise<boolean> {
  /** Whose change was done; of the others nothing is known, and nothing of theirs was done. */
  async function several(changes: Some<OrdersCommit>): Promise<Set<number>> {
    const areAlike = new Set(changes.map(guardOf)).size === 1;
    const areOfMany = new Set(changes.map(({ userId }) => userId)).size === changes.length;
    if (!areAlike || !areOfMany) return new Set();
    try {
      return await commitOrders(sql, changes, true);
    } catch (error) {
      // one took the others with it; after any other error nobody knows what was done
      if (isWrong(error)) return new Set();
      throw error;
    }
  }

  const inGroup = together(async (changes: Some<OrdersCommit>) => {
    const done = await several(changes);
    return changes.map(({ userId }) => done.has(userId));
  });
  return async (change) => (await inGroup(change)) || (await commitOrders(sql, [change])).size > 0;
}
