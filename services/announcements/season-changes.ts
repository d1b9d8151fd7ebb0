import type { StoredText } from '#core/account/notifications.ts';
import { formatPrize } from '#core/locale/format.ts';
import { writeCents } from '#core/money/money.ts';
import type { Transaction } from '#db/client.ts';
import { endReminders, isAnnounced } from '#db/queries/announcements.ts';
import type { Details, Schedule } from '#db/queries/season/competition.ts';
import { newestSeason } from '#db/queries/season/seasons.ts';
import { tellChange } from './tell.ts';

type Terms = Details & Schedule;

/** Terms whose changes share one sentence. */
const OTHER_TERMS = [
  'rules',
  'reviewHours',
  'leastTrades',
  'leastDays',
  'entryDays',
  'entryUntil',
  'frozenHours',
] as const satisfies readonly (keyof Terms)[];

/**
 * Announces the changes of an edit: terms of a season that runs or whose start was announced, and a start or an end
 * that a reminder named.
 * @param reason in the admin's words
 */
export async function tellEdit(
  tx: Transaction,
  { before, after, reason }: Record<'before' | 'after', Terms> & { reason?: string },
  editedAt: Date,
): Promise<void> {
  const newest = await newestSeason(tx);
  if (!newest) return;
  const { number, status } = newest;
  const current = status === 'active' || status === 'waiting' ? number : number + 1;
  const starting = status === 'waiting' ? number : number + 1;
  const messages = new Map<number, StoredText[]>();
  const add = (season: number, text: StoredText) =>
    messages.set(season, [...(messages.get(season) ?? []), text]);

  if (status === 'active' || (await isAnnounced(tx, ['openSoon'], current))) {
    if (before.prizePool !== after.prizePool)
      add(current, { key: 'announcements:newPrize', params: { amount: formatPrize(after.prizePool) } });
    else if (!Bun.deepEquals(before.prizeSplit, after.prizeSplit))
      add(current, { key: 'announcements:newSplit' });
    if (before.startCash !== after.startCash && after.startCash !== null)
      add(current, { key: 'announcements:newStartCash', params: { cash: writeCents(after.startCash) } });
    if (OTHER_TERMS.some((term) => !Bun.deepEquals(before[term], after[term])))
      add(current, { key: 'announcements:newRules' });
  }
  if (before.startsAt !== after.startsAt && (await isAnnounced(tx, ['openSoon'], starting))) {
    await endReminders(tx, ['openSoon'], editedAt);
    add(starting, moved('Start', after.startsAt));
  }
  if (
    status === 'active' &&
    before.endsAt !== after.endsAt &&
    (await isAnnounced(tx, ['endSoon', 'lastHour'], number))
  ) {
    await endReminders(tx, ['endSoon', 'lastHour'], editedAt);
    add(number, moved('End', after.endsAt));
  }
  const because: StoredText[] = reason ? [{ key: 'announcements:because', params: { why: reason } }] : [];
  for (const [season, message] of messages) await tellChange(tx, season, [...message, ...because], editedAt);
}

/** @param plannedAt epoch ms; null: an admin starts or ends the season by hand */
const moved = (what: 'Start' | 'End', plannedAt: number | null): StoredText =>
  plannedAt === null
    ? { key: `announcements:no${what}` }
    : { key: `announcements:new${what}`, params: { at: new Date(plannedAt).toISOString() } };
