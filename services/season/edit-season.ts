/** Edits of a season's details, rules and schedule. */
import { writeRules } from '#core/contract/season.ts';
import { readCents, writeCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import { type Eligibility, type PrizeSplit, writePrizeSplit } from '#core/season/awards.ts';
import { changesOf, type TermChange } from '#core/season/changes.ts';
import type { EntryTerms } from '#core/season/entry.ts';
import { readPrize } from '#core/season/season.ts';
import { FIXED_RULES, RULE_NAMES, type Rules } from '#core/trading/season-rules.ts';
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
  frozenHours?: number;
  startCash?: Cents;
  isMonthly?: boolean;
  nextCompetitionDate?: string;
  reason?: string;
  /** `settingsVersion` of the page on which the admin made the edit. */
  version?: string;
} & Partial<Schedule> &
  Partial<EntryTerms> &
  Partial<Eligibility> &
  Partial<Rules>;

/**
 * Edits details, schedule and rules.
 * @throws INVALID for an ambiguous prize, a past time, and contradictions between start, end and end of entry;
 * SETTING_FIXED for a term that is fixed once the season runs or somebody has traded in it; CHANGED_MEANWHILE
 * @returns the changes of a running season
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
  // a form sends all its fields, so an outdated form would undo another admin's edit
  if (next.version !== undefined && next.version !== settingsVersion(previous, planned))
    throw fail('CHANGED_MEANWHILE');
  const startsAt = plannedAt('startsAt', next, planned, editedAt);
  const endsAt = plannedAt('endsAt', next, planned, editedAt);
  const entryUntil = plannedAt('entryUntil', next, previous, editedAt);
  const isReplanned = startsAt !== planned.startsAt || endsAt !== planned.endsAt;
  if (next.startCash !== undefined) await rows.holdRegistrations(tx);
  const season = await rows.newestSeason(tx);
  if (isReplanned) demandOrder({ startsAt, endsAt }, season?.status === 'active');
  const entry = { entryDays: next.entryDays ?? previous.entryDays, entryUntil };
  demandEntry(entry, season, { startsAt, endsAt });
  await demandOpenTerms(tx, season, next);
  await applyStartCash(tx, season, next, editedAt);
  await setSchedule(tx, { startsAt, endsAt });
  const edited = RULE_NAMES.filter((name) => next[name] !== undefined).map((name) => [name, next[name]]);
  const rules: Rules = { ...previous.rules, ...Object.fromEntries(edited) };
  const after = await updateDetails(tx, { ...next, prizePool, entryUntil, rules }, editedAt);
  const startCash = previous.startCash ?? (season && readCents(season.startCash));
  await tellEdit(
    tx,
    {
      before: { ...previous, startCash, ...planned },
      after: { ...after, startsAt, endsAt },
      reason: next.reason,
    },
    editedAt,
  );
  // the public list of a season's changes is read from these audit rows
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

/** @throws SETTING_FIXED for a term on which fills depend, once the season runs or somebody has traded in it */
async function demandOpenTerms(tx: Transaction, season: rows.SeasonRow | null, next: Edit): Promise<void> {
  if (!season || season.endedAt) return;
  const { rules } = season;
  const hasOtherCash = next.startCash !== undefined && writeCents(next.startCash) !== season.startCash;
  const fixedRule = FIXED_RULES.find((rule) => next[rule] !== undefined && next[rule] !== rules[rule]);
  const name = hasOtherCash ? 'startCash' : fixedRule;
  if (name && (season.status === 'active' || (await rows.hasSeasonFills(tx, season.id))))
    throw fail(`SETTING_FIXED.${name}`);
}

async function applyStartCash(
  tx: Transaction,
  season: rows.SeasonRow | null,
  { startCash }: Edit,
  editedAt: Date,
): Promise<void> {
  if (startCash === undefined || !season || season.endedAt) return;
  const chosen = writeCents(startCash);
  if (chosen !== season.startCash) await rows.changeStartCash(tx, season, chosen, editedAt);
}

/**
 * Checks that start and end fit together. While a season runs, `endsAt` is the end of that season and `startsAt` the
 * start of the next one.
 */
function demandOrder({ startsAt, endsAt }: Schedule, isRunning: boolean): void {
  if (startsAt === null) return;
  if (isRunning) {
    if (endsAt === null) throw invalid('startsAt', 'startNeedsEnd');
    if (startsAt < endsAt) throw invalid('startsAt', 'startBeforeEnd');
  } else if (endsAt !== null && endsAt <= startsAt) throw invalid('endsAt', 'endBeforeStart');
}

/** Refuses both limits of entry at once, and an end of entry outside the season. */
function demandEntry(
  { entryDays, entryUntil }: EntryTerms,
  season: rows.SeasonRow | null,
  { startsAt, endsAt }: Schedule,
): void {
  if (entryUntil === null) return;
  if (endsAt !== null && entryUntil > endsAt) throw invalid('entryUntil', 'entryAfterEnd');
  if (entryDays > 0) throw invalid('entryUntil', 'entryTwice');
  if (season?.status !== 'active' && startsAt !== null && entryUntil <= startsAt)
    throw invalid('entryUntil', 'entryBeforeStart');
}

/**
 * Returns the new planned time. A form has whole minutes: the planned time without its seconds counts as unchanged.
 * @throws INVALID for a new time that is past
 */
function plannedAt<Key extends keyof Schedule | 'entryUntil'>(
  key: Key,
  next: Partial<Record<Key, number | null>>,
  planned: Record<Key, number | null>,
  editedAt: Date,
): number | null {
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
  ...Object.fromEntries(Object.entries(writeRules(rules)).filter(([, rule]) => !Array.isArray(rule))),
});

/** Returns a hash of details and schedule. An edit, a start and an end of a season change it. */
export const settingsVersion = (details: Details, schedule: Schedule): string =>
  Bun.hash(JSON.stringify([flat(details), schedule])).toString(36);

type EditIssue =
  | 'prizeForm'
  | 'prizeLong'
  | 'endBeforeStart'
  | 'startBeforeEnd'
  | 'startNeedsEnd'
  | 'timeOver'
  | 'entryTwice'
  | 'entryAfterEnd'
  | 'entryBeforeStart';

const invalid = (path: string, code: EditIssue) => fail('INVALID', { issues: [issueAt(path, code)] });
