/** What positions and progress say in the end: each must follow from the fills that made them. */
import { readXp, writeCents, writeCost, writeEntry, writeQuantity, writeXp } from '#core/money/money.ts';
import { LEVEL_REWARD_TKF, levelFor } from '#core/progress/xp.ts';
import type { Played, Replayed } from '#core/trading/audit.ts';
import type { Position } from '#core/trading/position.ts';
import type { Sql } from '#db/client.ts';
import { type FillRow, seasonPositions, seasonProgress } from '#db/queries/proof/verify.ts';
import { compare, SeasonDiffersError } from './difference.ts';

/** Follows every position through its fills. */
export function positionKeeper() {
  const left = new Map<bigint, { userId: number; position: Position }>();
  return {
    saw(fill: FillRow, { position }: Played): void {
      left.set(fill.positionId, { userId: fill.userId, position });
    },

    /** @throws SeasonDiffersError naming the position or the trader whose progress differs */
    async close(sql: Sql, seasonId: number, played: ReadonlyMap<number, Replayed>): Promise<void> {
      for (const row of await seasonPositions(sql, seasonId)) {
        const { id, ...is } = row;
        const name = `Position ${id}`;
        const last = left.get(id);
        if (!last) throw new SeasonDiffersError(`${name} belongs to no fill.`);
        left.delete(id);
        const { userId, position } = last;
        // a split changes an open one after its last fill
        const isOpen = position.quantity > 0n;
        const now = (isOpen && played.get(userId)?.open.get(position.symbol)?.position) || position;
        compare(name, is, {
          ...{ userId, symbol: now.symbol, isShort: now.isShort, isOpen },
          quantity: writeQuantity(now.quantity),
          opened: writeQuantity(now.opened),
          entry: writeEntry(now.entry),
          cost: writeCents(now.cost),
          exactCost: now.exactCost === null ? null : writeCost(now.exactCost),
        });
      }
      for (const id of left.keys()) throw new SeasonDiffersError(`Position ${id} is missing.`);
      await checkProgress(sql, seasonId);
    },
  };
}

/** XP and TKF are for life: what all closed trades of a trader earned, of this season and every other, less what items cost. */
async function checkProgress(sql: Sql, seasonId: number): Promise<void> {
  for (const { username, earned, spent, ...is } of await seasonProgress(sql, seasonId)) {
    const xp = readXp(earned);
    const level = levelFor(xp);
    const rewards = level * LEVEL_REWARD_TKF;
    compare(`The progress of ${username}`, is, {
      ...{ xp: writeXp(xp), level, tkf: rewards - spent, rewards, purchases: 0 - spent },
    });
  }
}
