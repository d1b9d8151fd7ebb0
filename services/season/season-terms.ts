/** The terms of the running or next season in the admins' form. */
import type { TermsValues } from '#components/admin/TermsPage.tsx';
import { formatMoment, formatPrize } from '#core/locale/format.ts';
import { inEachLanguage, type Locale } from '#core/locale/locale.ts';
import { utcToZoned } from '#core/locale/zone.ts';
import { writeCents } from '#core/money/money.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import { writePrizeSplit } from '#core/season/awards.ts';
import { needsReason } from '#core/season/changes.ts';
import { laterBy, type SeasonLength } from '#core/season/length.ts';
import type { Schedule } from '#db/queries/season/competition.ts';
import type { Services } from '../services.ts';
import { type Edit, settingsVersion } from './edit-season.ts';
import type { Reader } from './entry.ts';
import { paysDividends, rulesValues, rulesView } from './rules.ts';

type Parts = Pick<Services, 'seasons' | 'settings' | 'clock'>;

/** Returns the form's values before any input. @param length a preset for the times; null keeps the planned times */
export function termsValues({ seasons, settings, clock }: Parts, length: SeasonLength | null): TermsValues {
  const zone = settings.contestZone;
  const details = seasons.details();
  const { startsAt, endsAt } = seasons.schedule();
  const startedAt = seasons.active() ? seasons.current()!.startedAt!.getTime() : null;
  const local = (ms: number | null) => (ms === null ? '' : utcToZoned(ms, zone));
  const values = {
    startCash: writeCents(seasons.joinableStartCash()),
    prizePool: details.prizePool,
    percents: writePrizeSplit(details.prizeSplit),
    reviewHours: String(details.reviewHours),
    leastTrades: String(details.leastTrades || ''),
    leastDays: String(details.leastDays || ''),
    entryDays: String(details.entryDays || ''),
    entryUntil: local(details.entryUntil),
    frozenHours: String(details.frozenHours || ''),
    startsAt: local(startsAt),
    endsAt: local(endsAt),
    isMonthly: String(details.isMonthly),
    reason: '',
    version: settingsVersion(details, seasons.schedule()),
    ...rulesValues(details.rules),
  };
  if (length === null) return values;
  const tomorrow = `${laterBy('day', utcToZoned(clock.now(), zone)).slice(0, 10)}T10:00`;
  const planned = values.startsAt || tomorrow;
  // while a season runs, the planned start belongs to the next season
  if (startedAt !== null) return { ...values, endsAt: laterBy(length, local(startedAt)) };
  return { ...values, startsAt: planned, endsAt: laterBy(length, planned) };
}

/** Returns the result of an edit, and rolls it back. @throws codes of the edit; INVALID without a reason that it needs */
export async function tryReasoned({ seasons }: Pick<Services, 'seasons'>, edit: Edit, adminId: number) {
  const tried = await seasons.tryUpdate(edit, adminId);
  if (!edit.reason && tried.changes.some(needsReason))
    throw fail('INVALID', { issues: [issueAt('reason', 'giveReason')] });
  return tried;
}

type TermsInWords = Record<Locale, string[]>;

/** Returns the terms after an edit in sentences, by language. @throws codes of the edit; INVALID without a reason */
export async function termsInWords(
  services: Parts & Pick<Services, 'translations' | 'market'>,
  edit: Edit,
  adminId: number,
): Promise<TermsInWords> {
  const { seasons, settings, translations } = services;
  const { details, schedule } = await tryReasoned(services, edit, adminId);
  const startCash = edit.startCash ?? seasons.joinableStartCash();
  const inWords = (locale: Locale) => {
    const t = translations(locale);
    const reader = { t, locale, zone: settings.contestZone };
    const startedAt = seasons.active() ? seasons.current()!.startedAt : null;
    const terms = { ...details, startedAt, paysDividends: paysDividends(services) };
    const { rules } = rulesView(terms, startCash, reader);
    const times = timesOf(schedule, seasons.active(), reader);
    if (details.isMonthly) times.push(t('terms:monthly'));
    return [...times, t('terms:prize', { prize: formatPrize(details.prizePool) }), ...rules];
  };
  return inEachLanguage(inWords);
}

/** Words the planned times. @param isRunning true while a season runs: a planned start belongs to the next season */
function timesOf({ startsAt, endsAt }: Schedule, isRunning: boolean, { t, locale, zone }: Reader): string[] {
  const when = (ms: number) => formatMoment(ms, { locale, zone });
  const start = startsAt === null ? t('terms:startsByHand') : t('terms:starts', { when: when(startsAt) });
  const end = endsAt === null ? t('terms:endsByHand') : t('terms:ends', { when: when(endsAt) });
  if (!isRunning) return [start, end];
  return startsAt === null ? [end] : [end, t('terms:nextStarts', { when: when(startsAt) })];
}
