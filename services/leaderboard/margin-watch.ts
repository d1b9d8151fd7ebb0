/** Warns and covers by force where equity is thin for the shorts, by a table of this process's own pass. */
import type { Leaderboard } from '#core/leaderboard/leaderboard.ts';
import { FORCE_PERCENT } from '#core/trading/margin.ts';
import type { Bus } from '../realtime/bus.ts';

/** Closes shorts of users by force, worst first. */
export type CoverShorts = (userIds: number[]) => Promise<unknown>;

export function createMarginWatch(bus: Pick<Bus, 'publish'>) {
  /** Who was warned and is still near the margin. */
  let warned = new Set<number>();

  return async function watch({ thin }: Leaderboard, coverShorts: CoverShorts): Promise<void> {
    const idsOf = (state: 'call' | 'warn') =>
      thin.filter((each) => each.state === state).map((each) => each.userId);
    const [due, near] = [idsOf('call'), idsOf('warn')];
    for (const userId of near.filter((id) => !warned.has(id))) bus.publish(warning(userId));
    warned = new Set([...near, ...due]);
    if (due.length > 0) await coverShorts(due);
  };
}

const warning = (userId: number) =>
  ({
    type: 'notice',
    userId,
    kind: 'error',
    title: { key: 'messages:riskTitle' },
    message: { key: 'messages:risk', params: { percent: Number(FORCE_PERCENT) } },
  }) as const;
