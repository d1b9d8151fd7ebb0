/** Staff's actions on a person, and the data that staff see only on request. */
import { minutesBeside, wholeSince } from '#core/account/beside.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { accountsOfSameBrowser, findPerson, insertNote } from '#db/queries/account/people.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import { listFills } from '#db/queries/trading/trades.ts';
import type { Services } from '../services.ts';
import { demandPower } from './roles.ts';

/**
 * Returns a person's e-mail address, null without one, and records the access in the audit log.
 * @throws NOT_FOUND; FORBIDDEN when a moderator asks for an admin's address
 */
export async function showEmail(sql: Sql, staff: SessionUser, userId: number): Promise<string | null> {
  const person = await findPerson(sql, userId);
  if (!person) throw fail('NOT_FOUND');
  if (person.isAdmin && !staff.isAdmin) throw fail('FORBIDDEN.staff');
  const { username, email } = person;
  if (email) await writeAudit(sql, { userId: staff.id, action: 'email_shown', after: { username } });
  return email;
}

/**
 * Stores a note about a person.
 * @param now epoch ms @throws NOT_FOUND, also for a deleted account; FORBIDDEN for a moderator's note about an admin
 */
export async function addNote(
  sql: Sql,
  staff: SessionUser,
  { userId, text, now }: { userId: number; text: string; now: number },
): Promise<void> {
  const person = await findPerson(sql, userId);
  if (!person || person.isDeleted) throw fail('NOT_FOUND');
  if (person.isAdmin && !staff.isAdmin) throw fail('FORBIDDEN.staff');
  await sql.begin(async (tx) => {
    await insertNote(tx, { userId, authorId: staff.id, text, at: now });
    await writeAudit(tx, { userId: staff.id, action: 'note', after: { username: person.username } });
  });
}

/**
 * Ends all sessions of a person, notifies them, and records it in the audit log.
 * @throws NOT_FOUND, also for a deleted account; OWN_ACCOUNT; FORBIDDEN for a moderator against one of the staff
 */
export async function endSessions(
  { sql, sessions, notifyOwner }: Pick<Services, 'sql' | 'sessions' | 'notifyOwner'>,
  staff: SessionUser,
  userId: number,
  reason: string,
): Promise<void> {
  const person = await findPerson(sql, userId);
  if (!person || person.isDeleted) throw fail('NOT_FOUND');
  if (userId === staff.id) throw fail('OWN_ACCOUNT');
  await demandPower(sql, staff, userId);
  const after = { username: person.username, reason };
  await writeAudit(sql, { userId: staff.id, action: 'sessions_ended', after });
  await sessions.closeAll(userId);
  await notifyOwner(userId, 'sessionsEnded');
}

/**
 * Why two accounts may belong to one person. `trades`: number of fills of the account with fewer fills. `times`: how
 * many of these fills coincide with fills of the other account.
 */
export type Hint =
  | { kind: 'shared' | 'days' }
  | { kind: 'opposite' | 'alike'; times: number; trades: number };

type RelatedAccount = { id: number; username: string; hints: Hint[] };

const MOST_PAIRS = 20;

/**
 * Returns the accounts that shared a browser with an account in the last 30 days, mirror its trades, or gain on the
 * days it loses.
 */
export async function relatedAccounts(
  { sql, marks, oppositeDays }: Pick<Services, 'sql' | 'marks' | 'oppositeDays'>,
  userId: number,
): Promise<RelatedAccount[]> {
  const part = { offset: 0, limit: MOST_PAIRS };
  const [shared, opposite, alike, days] = await Promise.all([
    accountsOfSameBrowser(sql, userId),
    marks.mirrors(part, false, userId),
    marks.mirrors(part, true, userId),
    oppositeDays.list(),
  ]);
  const accounts = new Map<number, RelatedAccount>();
  function add(id: number, username: string, hint: Hint): void {
    const account = accounts.get(id) ?? { id, username, hints: [] };
    accounts.set(id, account);
    account.hints.push(hint);
  }
  function addOther({ ids, names }: { ids: [number, number]; names: [string, string] }, hint: Hint): void {
    const index = ids.indexOf(userId);
    if (index >= 0) add(ids[1 - index]!, names[1 - index]!, hint);
  }
  for (const { id, username } of shared) add(id, username, { kind: 'shared' });
  for (const { times, trades, ...pair } of opposite.rows) addOther(pair, { kind: 'opposite', times, trades });
  for (const { times, trades, ...pair } of alike.rows) addOther(pair, { kind: 'alike', times, trades });
  for (const pair of days) addOther(pair, { kind: 'days' });
  return [...accounts.values()];
}

/** Most fills of one account that `fillsBeside` compares. */
export const MOST_FILLS = 2_000;

/**
 * Returns the minutes in which either account traded, newest first, from the newest MOST_FILLS fills of each.
 * @returns `since`: epoch ms up to which minutes are omitted because fills of one account may be missing; null when
 * all minutes are returned
 */
export async function fillsBeside(sql: Sql, userId: number, otherId: number) {
  const [one, other] = await Promise.all([
    listFills(sql, userId, MOST_FILLS),
    listFills(sql, otherId, MOST_FILLS),
  ]);
  const since = wholeSince([one, other], MOST_FILLS);
  const minutes = minutesBeside(one, other).filter(({ startsAt }) => since === null || startsAt > since);
  return { minutes, since };
}
