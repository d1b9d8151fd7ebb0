import type { LeagueFields } from '#core/contract/leagues.ts';
import { leaguePhase, settingsOf } from '#core/leagues/leagues.ts';
import {
  changedTerms,
  GAME_RULES,
  type GameTerms,
  gameChangeProblem,
  gameTimesProblem,
} from '#core/leagues/own-game.ts';
import { writeCents } from '#core/money/money.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Transaction } from '#db/client.ts';
import { lockGame, updateGame } from '#db/queries/leagues/games.ts';
import * as rows from '#db/queries/leagues/leagues.ts';
import { hadOthers } from '#db/queries/leagues/members.ts';
import { tradersWaiting } from '#db/queries/orders/engine.ts';
import { changeStartCash, hasSeasonFills, noteRules } from '#db/queries/season/seasons.ts';
import { storeNotices } from '../account/notifications.ts';
import type { Notice } from '../realtime/bus.ts';
import { chosenTickers, type TickerMarket } from './game-tickers.ts';
import { kindOf } from './join-league.ts';
import { leagueNotice, membersOfLeague } from './notices.ts';
import { demandListing, type StartDeps } from './start-league.ts';

/** Returns the terms of a private game as texts, for the list of changes. */
const termsInText = ({
  startCash,
  rules,
  startsAt,
  endsAt,
  positionView,
}: GameTerms): Record<string, string> => ({
  startCash: writeCents(startCash),
  startsAt: new Date(startsAt).toISOString(),
  endsAt: new Date(endsAt).toISOString(),
  positionView,
  longOnly: String(rules.longOnly),
  minPrice: writeCents(rules.minPrice),
  maxShare: String(rules.maxShare ?? ''),
  sectors: rules.sectors?.join(',') ?? '',
  tickers: rules.sectors ? '' : (rules.tickers?.join(' ') ?? ''),
  dayTrades: String(rules.dayTrades ?? ''),
});

type Change = Pick<rows.LeagueChange, 'field' | 'before' | 'after'>;

function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): Change[] {
  return Object.keys(after)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: String(before[field]), after: String(after[field]) }));
}

/** Returns the notifications of moved times, for all members but the owner. */
async function movedNotices(
  tx: Transaction,
  league: rows.League,
  previous: GameTerms,
  next: GameTerms,
): Promise<Notice[]> {
  const moved = (['startsAt', 'endsAt'] as const).filter((time) => next[time] !== previous[time]);
  if (moved.length === 0) return [];
  const others = (await membersOfLeague(tx, league.id)).filter((userId) => userId !== league.ownerId);
  return moved.flatMap((time) => {
    const event = time === 'startsAt' ? 'startMoved' : 'endMoved';
    const params = { at: new Date(next[time]).toISOString() };
    return others.map((userId) => leagueNotice(userId, league, event, params));
  });
}

type GameChange = {
  league: rows.League;
  game: rows.OwnGame;
  fields: LeagueFields;
  hasOthers: boolean;
  now: number;
};

/** The caller has locked the league. @throws SETTING_FIXED, INVALID, UNAVAILABLE */
async function changeGame(
  tx: Transaction,
  { market }: { market: TickerMarket },
  { league, game, fields, hasOthers, now }: GameChange,
): Promise<{ changes: Change[]; notices: Notice[] }> {
  const { seasonId, startCash, rules, positionView } = game;
  const previous = {
    startCash,
    rules,
    startsAt: game.startsAt.getTime(),
    endsAt: game.endsAt.getTime(),
    positionView,
  };
  // waits for the trades in open transactions, which follow the old rules
  await lockGame(tx, seasonId);
  const chosen = await chosenTickers(market, fields.game.rules, rules);
  const next = changedTerms(previous, { ...fields.game, rules: chosen }, now);
  const phase = leaguePhase(league, null);
  const hasTrades = await hasSeasonFills(tx, seasonId);
  const hasOrders = (await tradersWaiting(tx, seasonId, null)).length > 0;
  const state = { phase, hasOthers, hasTrades, hasOrders };
  const fixed = gameChangeProblem(previous, next, state);
  if (fixed) throw fail('SETTING_FIXED.game', { issues: [{ path: fixed.field, code: fixed.code }] });
  const isMoved = next.startsAt !== previous.startsAt || next.endsAt !== previous.endsAt;
  const wrong = isMoved ? gameTimesProblem(next, now, previous.startsAt) : null;
  if (wrong) throw fail('INVALID', { issues: [{ path: wrong.field, code: wrong.code }] });
  const isRuled = GAME_RULES.some((name) => String(rules[name]) !== String(next.rules[name]));
  if (next.startCash !== startCash)
    await changeStartCash(
      tx,
      { id: seasonId, startCash: writeCents(startCash) },
      writeCents(next.startCash),
      new Date(now),
    );
  await updateGame(tx, league.id, seasonId, next);
  // a game whose rules can change has no trades, so its chain can begin with the new rules
  if (isRuled && phase === 'running') await noteRules(tx, seasonId, new Date(now));
  const notices = await movedNotices(tx, league, previous, next);
  return { changes: changesOf(termsInText(previous), termsInText(next)), notices };
}

/**
 * Changes the settings that the owner chooses. The caller has locked the league for its owner.
 * @returns the notifications of the change
 * @throws LEAGUE_ENDED, INVALID, ACCOUNT_TOO_NEW, UNAVAILABLE; SETTING_FIXED for the kind, and for settings that
 * people joined for
 */
export async function changeIn(
  tx: Transaction,
  { clock, seasons, market }: Pick<StartDeps, 'clock' | 'seasons'> & { market: TickerMarket },
  league: rows.League,
  fields: LeagueFields,
): Promise<Notice[]> {
  const { id, ownerId, game } = league;
  const phase = leaguePhase(league, seasons.current());
  const now = clock.now();
  if (phase === 'over') throw fail('LEAGUE_ENDED');
  if (fields.kind && fields.kind !== kindOf(league))
    throw fail('SETTING_FIXED.game', { issues: [issueAt('kind', 'fixedOnceStarted')] });
  const hasOthers = await hadOthers(tx, id, ownerId);
  const previous = settingsOf(league);
  const after = settingsOf({
    ...fields,
    about: fields.about ?? '',
    prize: fields.prize ?? '',
    needsReason: game !== null && fields.needsReason,
  });
  if (phase === 'running' && hasOthers && after.prize !== previous.prize)
    throw fail('SETTING_FIXED.leaguePrize', { issues: [issueAt('prize', 'prizeFixed')] });
  if (after.isListed && !previous.isListed) await demandListing(tx, ownerId, now);
  await rows.updateLeague(tx, id, after);
  const changed = game && (await changeGame(tx, { market }, { league, game, fields, hasOthers, now }));
  const changes = [...changesOf(previous, after), ...(changed?.changes ?? [])];
  await rows.insertChanges(tx, { leagueId: id, userId: ownerId, now }, changes);
  const notices = changed?.notices ?? [];
  await storeNotices(tx, notices, new Date(now));
  return notices;
}
