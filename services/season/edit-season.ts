/** Edits of a season by admins that neither start nor end it: details, schedule, disqualifications. */
import { usernameKey } from '#core/account/username.ts';
import { writeRules } from '#core/contract/season.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import { type PrizeSplit, writePrizeSplit } from '#core/season/prizes.ts';
import { readPrize } from '#core/season/season.ts';
import { RULE_NAMES, type Rules } from '#core/trading/season-rules.ts';
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

export type Edit = {
  prizePool?: string;
  prizeSplit?: PrizeSplit;
  nextCompetitionDate?: string;
} & Partial<Schedule> &
  Partial<Rules>;

/**
 * Edits details, schedule and rules.
 * @param editedAt time of the edit
 * @throws INVALID when the prize is ambiguous, a time is past, or the end is not after the start
 */
export async function editSeason(
  tx: Transaction,
  next: Edit,
  adminId: number,
  editedAt: Date,
): Promise<void> {
  const prizePool = next.prizePool === undefined ? undefined : prizeOf(next.prizePool);
  await rows.lockSeasons(tx);
  const previous = await readDetails(tx);
  const planned = await competitionSchedule(tx);
  const startsAt = plannedAt('startsAt', next, planned, editedAt);
  const endsAt = plannedAt('endsAt', next, planned, editedAt);
  const isReplanned = startsAt !== planned.startsAt || endsAt !== planned.endsAt;
  const isRunning = (await rows.newestSeason(tx))?.status === 'active';
  if (isReplanned) demandOrder({ startsAt, endsAt }, isRunning);
  await setSchedule(tx, { startsAt, endsAt });
  const edited = RULE_NAMES.filter((name) => next[name] !== undefined).map((name) => [name, next[name]]);
  const rules: Rules = { ...previous.rules, ...Object.fromEntries(edited) };
  const after = await updateDetails(
    tx,
    { prizePool, prizeSplit: next.prizeSplit, nextCompetitionDate: next.nextCompetitionDate, rules },
    editedAt,
  );
  await writeAudit(tx, {
    userId: adminId,
    action: 'competition_edit',
    before: { ...flat(previous), ...planned },
    after: { ...flat(after), startsAt, endsAt },
  });
}

/** While a season runs, the end belongs to it and the start to the next one; before it, both belong to one season. */
function demandOrder({ startsAt, endsAt }: Schedule, isRunning: boolean): void {
  if (startsAt === null) return;
  if (isRunning) {
    if (endsAt === null) throw invalid('startsAt', 'startNeedsEnd');
    if (startsAt < endsAt) throw invalid('startsAt', 'startBeforeEnd');
  } else if (endsAt !== null && endsAt <= startsAt) throw invalid('endsAt', 'endBeforeStart');
}

/**
 * Returns the new planned time. Forms have whole minutes: one may send back, cut to the minute, a plan that the admin
 * did not change.
 */
function plannedAt(key: keyof Schedule, next: Edit, planned: Schedule, editedAt: Date): number | null {
  const [value, plannedMs] = [next[key], planned[key]];
  if (value === undefined || value === plannedMs) return plannedMs;
  if (value === null) return null;
  if (plannedMs !== null && value === plannedMs - (plannedMs % MINUTE_MS)) return plannedMs;
  if (value <= editedAt.getTime()) throw invalid(key, 'timeOver');
  return value;
}

function prizeOf(typed: string): string {
  const read = readPrize(typed);
  if ('refused' in read) throw invalid('prizePool', read.refused);
  return read.prize;
}

const flat = ({ rules, prizeSplit, ...details }: Details) => ({
  ...details,
  prizeSplit: writePrizeSplit(prizeSplit),
  ...writeRules(rules),
});

/** Disqualifies a trader in a season. @throws NOT_FOUND, UNKNOWN_TRADER, ALREADY_DISQUALIFIED */
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
