/** The notifications of leagues and private games. */
import { nameInSentence } from '#core/locale/sentence.ts';
import type { Transaction } from '#db/client.ts';
import type { League } from '#db/queries/leagues/leagues.ts';
import { type EndingLeagues, endRequests, tableMembers } from '#db/queries/leagues/members.ts';
import type { TextParams } from '#framework/failure.ts';
import { storeNotices } from '../account/notifications.ts';
import type { Bus, Notice } from '../realtime/bus.ts';

/** The events of a league, each with its wording in `leagues:told`. */
type LeagueEvent =
  | 'approved'
  | 'refused'
  | 'removed'
  | 'readmitted'
  | 'helper'
  | 'owner'
  | 'archived'
  | 'deleted'
  | 'undecided'
  | 'request'
  | 'begun'
  | 'startMoved'
  | 'endMoved'
  | 'over'
  | 'overPlace';

const BAD: readonly LeagueEvent[] = ['refused', 'removed', 'archived', 'deleted', 'undecided'];
/** Events after which the person cannot open the page of the league. */
const WITHOUT_PAGE: readonly LeagueEvent[] = ['refused', 'removed', 'readmitted', 'deleted', 'undecided'];

/** Returns a person's notification of an event. @param params values that its text needs besides the league's name */
export const leagueNotice = (
  userId: number,
  { id, name }: Pick<League, 'id' | 'name'>,
  event: LeagueEvent,
  params: TextParams = {},
): Notice => ({
  type: 'notice',
  userId,
  topic: 'league',
  kind: BAD.includes(event) ? 'error' : 'success',
  title: { key: 'leagues:title', ...(!WITHOUT_PAGE.includes(event) && { params: { id } }) },
  message: { key: `leagues:told.${event}`, params: { league: nameInSentence(name), ...params } },
});

export const membersOfLeague = async (tx: Transaction, id: string): Promise<number[]> =>
  (await tableMembers(tx, [id])).filter(({ hasLeft }) => !hasLeft).map(({ userId }) => userId);

/** Ends the requests to join leagues that end, and stores a notification of each. @returns the notifications */
export async function tellUndecided(tx: Transaction, of: EndingLeagues, at: Date): Promise<Notice[]> {
  const requests = await endRequests(tx, of);
  const notices = requests.map(({ userId, ...league }) => leagueNotice(userId, league, 'undecided'));
  await storeNotices(tx, notices, at);
  return notices;
}

/** Publishes notifications that a transaction has stored. */
export function publishStored(bus: Pick<Bus, 'publish'>, notices: readonly Notice[]): void {
  for (const notice of notices) bus.publish({ ...notice, isStored: true });
}
