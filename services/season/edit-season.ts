/** Edits of a season by admins that neither start nor end it: details and schedule. */
import { writeRules } from '#core/contract/season.ts';
import { readCents, writeCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Eligibility } from '#core/season/awards.ts';
import { changesOf, type TermChange } from '#core/season/changes.ts';
import { type PrizeSplit, writePrizeSplit } from '#core/season/prizes.ts';
import { readPrize } from '#core/season/season.ts';
import { RULE_NAMES, type Rules } from '#core/trading/season-rules.ts';
import type { Transaction } from '#db/client.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import {
  competitionSchedule,
  type Details,
  readDetails,
  type Schedule,
  setSchedule,
  updateDetails,
} from '#db/queries/season/competition.ts';
import * as rows from '#db/queries/season/seasons.ts';
import { tellEdit } from '../announcements/season-changes.ts';

const MINUTE_MS = 60_000;

export type Edit = {
  prizePool?: string;
  prizeSplit?: PrizeSplit;
  reviewHours?: number;
  startCash?: Cents;
  isMonthly?: boolean;
  nextCompetitionDate?: string;
  /** Why a running season is changed, for everybody. */
  reason?: string;
} & Partial<Schedule> &
  Partial<Eligibility> &
  Partial<Rules>;

/**
 * Edits details, schedule and rules.
 * @param editedAt time of the edit
 * @throws INVALID when the prize is ambiguous, a time is past, or the end is not after the start, SETTING_FIXED for another start
 *   cash once the season has begun
 * @returns the changes of a season that runs
 */
export async function editSeason(
  tx: Transaction,
  next: Edit,
  adminId: number,
  editedAt: Date,
): Promise<TermChange[]> {
  const prizePool = next.prizePool === undefined ? undefined : prizeOf(next.prizePool);
  await rows.lockSeasons(tx);
  const previous = await readDetails(tx);
  const planned = await competitionSchedule(tx);
  const startsAt = plannedAt('startsAt', next, planned, editedAt);
  const endsAt = plannedAt('endsAt', next, planned, editedAt);
  const isReplanned = startsAt !== planned.startsAt || endsAt !== planned.endsAt;
  if (next.startCash !== undefined) await rows.holdRegistrations(tx);
  const season = await rows.newestSeason(tx);
  if (isReplanned) demandOrder({ startsAt, endsAt }, season?.status === 'active');
  await applyStartCash(tx, season, next, editedAt);
  await setSchedule(tx, { startsAt, endsAt });
  const edited = RULE_NAMES.filter((name) => next[name] !== undefined).map((name) => [name, next[name]]);
  const rules: Rules = { ...previous.rules, ...Object.fromEntries(edited) };
  const after = await updateDetails(
    tx,
    {
      prizePool,
      prizeSplit: next.prizeSplit,
      reviewHours: next.reviewHours,
      startCash: next.startCash,
      leastTrades: next.leastTrades,
      leastDays: next.leastDays,
      isMonthly: next.isMonthly,
      nextCompetitionDate: next.nextCompetitionDate,
      rules,
    },
    editedAt,
  );
  const startCash = previous.startCash ?? (season && readCents(season.startCash));
  const before = { ...previous, startCash, ...planned };
  await tellEdit(tx, { before, after: { ...after, startsAt, endsAt }, reason: next.reason }, editedAt);
  // the public list of a season's changes is read from these rows
  const running: Record<string, number> = season?.status === 'active' ? { season: season.number } : {};
  const [previousValues, newValues] = [
    { ...flat(previous), ...planned, ...running },
    { ...flat(after), startsAt, endsAt, ...running },
  ];
  await writeAudit(tx, {
    userId: adminId,
    action: 'competition_edit',
    before: previousValues,
    after: { ...newValues, ...(next.reason && { reason: next.reason }) },
  });
  return season?.status === 'active' ? changesOf(previousValues, newValues) : [];
}

/** Gives a season that waits another start cash. @throws SETTING_FIXED once it runs, or somebody traded in it */
async function applyStartCash(
  tx: Transaction,
  season: rows.SeasonRow | null,
  { startCash }: Edit,
  editedAt: Date,
): Promise<void> {
  if (startCash === undefined || !season || season.endedAt) return;
  const chosen = writeCents(startCash);
  if (chosen === season.startCash) return;
  if (season.status === 'active' || (await rows.hasSeasonFills(tx, season.id))) throw fail('SETTING_FIXED');
  await rows.changeStartCash(tx, season, chosen, editedAt);
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

const flat = ({ rules, prizeSplit, startCash, ...details }: Details) => ({
  ...details,
  startCash: startCash === null ? null : writeCents(startCash),
  prizeSplit: writePrizeSplit(prizeSplit),
  ...writeRules(rules),
});

type EditIssue =
  | 'prizeForm'
  | 'prizeLong'
  | 'endBeforeStart'
  | 'startBeforeEnd'
  | 'startNeedsEnd'
  | 'timeOver';

const invalid = (path: string, code: EditIssue) => fail('INVALID', { issues: [issueAt(path, code)] });
