/** XP, level and TKF of a user, across seasons. */
import type { Queryable } from '../client.ts';

/** `xp` is total XP with two decimals; `tkf` whole TKF. */
export type ProgressRow = { xp: string; level: number; tkf: number };

/** A user who never got a row has nothing yet. */
export async function findProgress(sql: Queryable, userId: number): Promise<ProgressRow> {
  const [row] = await sql<ProgressRow[]>`select xp, level, tkf from progress where user_id = ${userId}`;
  return row ?? { xp: '0.00', level: 0, tkf: 0 };
}
