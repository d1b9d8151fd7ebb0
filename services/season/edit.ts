/** What admins write about a competition without starting or ending it: details, schedule, disqualifications. */

import { usernameKey } from '#core/account/username.ts';
import { writeRules } from '#core/contract/season.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import { readPrize } from '#core/season/season.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { Transaction } from '#db/client.ts';
import { findTrader } from '#db/queries/leaderboard/traders.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import {
  competitionSchedule,
  type Details,
  readDetails,
  type Schedule,
  setSchedule,
  updateDetails,
} from '#db/queries/season/competition.ts';
import { addDisqualification } from '#db/queries/season/results.ts';
import * as rows from '#db/queries/season/seasons.ts';
import { rerankResults } from './results.ts';

const MINUTE_MS = 60_000;

export type Edit = { prizePool?: string; nextCompetitionDate?: string } & Partial<Schedule> & Partial<Rules>;

/** @param at of the edit @throws INVALID when the prize cannot be read one way, a time is over or the end is not after the start */
export async function editCompetition(tx: Transaction, next: Edit, adminId: number, at: Date): Promise<void> {
  const prizePool = next.prizePool === undefined ? undefined : prizeOf(next.prizePool);
  await rows.lockSeasons(tx);
  const before = await readDetails(tx);
  const planned = await competitionSchedule(tx);
  const startsAt = plannedAt('startsAt', next, planned, at);
  const endsAt = plannedAt('endsAt', next, planned, at);
  const isReplanned = startsAt !== planned.startsAt || endsAt !== planned.endsAt;
  const isRunning = (await rows.newestSeason(tx))?.status === 'active';
  if (isReplanned) demandOrder({ startsAt, endsAt }, isRunning);
  await setSchedule(tx, { startsAt, endsAt });
  const { minPrice, maxShare, minHoldMinutes, hideOpen } = next;
  const rules: Rules = {
    minPrice: minPrice ?? before.rules.minPrice,
    maxShare: maxShare === undefined ? before.rules.maxShare : maxShare,
    minHoldMinutes: minHoldMinutes ?? before.rules.minHoldMinutes,
    hideOpen: hideOpen ?? before.rules.hideOpen,
  };
  const after = await updateDetails(
    tx,
    { prizePool, nextCompetitionDate: next.nextCompetitionDate, rules },
    at,
  );
  await writeAudit(tx, {
    userId: adminId,
    action: 'competition_edit',
    before: { ...flat(before), ...planned },
    after: { ...flat(after), startsAt, endsAt },
  });
}

/** While a season runs the end is its own and the start is the next one's; before it, both are of one season. */
function demandOrder({ startsAt, endsAt }: Schedule, isRunning: boolean): void {
  if (startsAt === null) return;
  if (isRunning) {
    if (endsAt === null) throw invalid('startsAt', 'startNeedsEnd');
    if (startsAt < endsAt) throw invalid('startsAt', 'startBeforeEnd');
  } else if (endsAt !== null && endsAt <= startsAt) throw invalid('endsAt', 'endBeforeStart');
}

/** The schedule from now on. A form knows whole minutes: it may send a plan back that it was only shown. */
function plannedAt(key: keyof Schedule, next: Edit, planned: Schedule, at: Date): number | null {
  const [value, known] = [next[key], planned[key]];
  if (value === undefined || value === known) return known;
  if (value === null) return null;
  if (known !== null && value === known - (known % MINUTE_MS)) return known;
  if (value <= at.getTime()) throw invalid(key, 'timeOver');
  return value;
}

function prizeOf(typed: string): string {
  const read = readPrize(typed);
  if ('refused' in read) throw invalid('prizePool', read.refused);
  return read.prize;
}

const flat = ({ rules, ...details }: Details) => ({ ...details, ...writeRules(rules) });

/** @throws NOT_FOUND, UNKNOWN_TRADER, ALREADY_DISQUALIFIED */
export async function disqualifyIn(
  tx: Transaction,
  who: { season: number; username: string; reason: string },
  adminId: number,
): Promise<void> {
  await rows.lockSeasons(tx);
  const season = await rows.seasonByNumber(tx, who.season);
  const trader = await findTrader(tx, usernameKey(who.username));
  if (!season) throw fail('NOT_FOUND');
  if (!trader || trader.isAdmin) throw fail('UNKNOWN_TRADER');
  const { username, id: userId } = trader;
  if (!(await rows.tookPart(tx, season, userId))) throw fail('UNKNOWN_TRADER');
  if (!(await addDisqualification(tx, { seasonId: season.id, userId, reason: who.reason, adminId })))
    throw fail('ALREADY_DISQUALIFIED', { params: { username } });
  if (season.endedAt) await rerankResults(tx, season.id);
  const after = { season: season.number, username, reason: who.reason };
  await writeAudit(tx, { userId: adminId, action: 'disqualify', before: null, after });
}

type EditIssue =
  | 'prizeForm'
  | 'prizeLong'
  | 'endBeforeStart'
  | 'startBeforeEnd'
  | 'startNeedsEnd'
  | 'timeOver';

const invalid = (path: string, code: EditIssue) => fail('INVALID', { issues: [issueAt(path, code)] });
