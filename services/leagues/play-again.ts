import type { SessionUser } from '#core/account/visitor.ts';
import { leaguePhase, settingsOf } from '#core/leagues/leagues.ts';
import { gameLength } from '#core/leagues/own-game.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { fail } from '#core/refusals/refusals.ts';
import { findLeague, findSuccessor } from '#db/queries/leagues/leagues.ts';
import { tableMembers } from '#db/queries/leagues/members.ts';
import { storeNotices } from '../account/notifications.ts';
import type { Bus, Notice } from '../realtime/bus.ts';
import { rulesForAgain } from './game-tickers.ts';
import { publishStored } from './notices.ts';
import { type StartDeps, startLeague } from './start-league.ts';

/**
 * Starts a game at once, with the settings and the duration of a game that is over, and invites that game's members.
 * A repeated call starts and sends nothing.
 * @returns the new league, or the league of an earlier call; `missing` has the symbols and sectors that have left the
 * market, so that the new game lacks them
 * @throws NOT_FOUND for everybody but the owner, and while the game is not over; INVALID when the market has none of
 * its symbols; the codes of startLeague
 */
export async function playAgain(
  deps: StartDeps & { bus: Pick<Bus, 'publish'> },
  user: SessionUser,
  id: string,
): Promise<{ id: string; code: string; missing: string[] }> {
  const { sql, clock, bus, market } = deps;
  const league = await findLeague(sql, id);
  const { game } = league ?? {};
  if (!league || !game || league.ownerId !== user.id || leaguePhase(league, null) !== 'over')
    throw fail('NOT_FOUND');
  const successor = await findSuccessor(sql, id);
  if (successor) return { ...successor, missing: [] };
  const { joining } = league;
  const { startCash, startsAt, endsAt, positionView } = game;
  const { rules, missing } = await rulesForAgain(market, game.rules);
  const members = await tableMembers(sql, [id]);
  const now = clock.now();
  const noticesOf = (invitation: string) =>
    members
      .filter(({ userId, hasLeft }) => !hasLeft && userId !== user.id)
      .map(
        ({ userId }): Notice => ({
          type: 'notice',
          userId,
          topic: 'league',
          kind: 'success',
          title: { key: 'leagues:title', params: { invitation } },
          message: {
            key: 'leagues:told.again',
            params: { league: nameInSentence(league.name), owner: nameInSentence(user.username) },
          },
        }),
      );
  const { isNew, league: added } = await startLeague(
    deps,
    user,
    {
      ...settingsOf(league),
      // a closed invitation would let nobody in; the game starts at once, so everybody joins after its start
      joining: joining === 'closed' ? 'open' : joining,
      isLateOpen: true,
      kind: 'own',
      game: {
        startCash,
        startsAt: null,
        positionView,
        endsAt: now + gameLength({ startsAt: startsAt.getTime(), endsAt: endsAt.getTime() }),
        rules,
      },
    },
    {
      previous: { id, tell: (tx, { code }) => storeNotices(tx, noticesOf(code), new Date(now)) },
      used: null,
    },
  );
  if (isNew) publishStored(bus, noticesOf(added.code));
  return { ...added, missing: isNew ? missing : [] };
}
