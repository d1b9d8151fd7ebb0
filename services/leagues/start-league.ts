import { JOIN_CODE_LENGTH } from '#core/account/join-links.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import type { LeagueFields } from '#core/contract/leagues.ts';
import {
  LEAGUE_LIMITS,
  type LeagueKind,
  type LeagueSettings,
  LISTING_DAYS,
  mayList,
} from '#core/leagues/leagues.ts';
import {
  GAME_START_CASH,
  type GameInput,
  type GameTerms,
  gameTimesProblem,
  rulesOfGame,
} from '#core/leagues/own-game.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import { LEAGUE_ID_LENGTH, type LeagueGame } from '#core/season/game.ts';
import { joinableSeason } from '#core/season/season.ts';
import type { Queryable, Transaction } from '#db/client.ts';
import { registeredAt } from '#db/queries/account/users.ts';
import { deleteGame, insertGame } from '#db/queries/leagues/games.ts';
import * as rows from '#db/queries/leagues/leagues.ts';
import { admitMember } from '#db/queries/leagues/members.ts';
import { storeAnswer } from '#db/queries/platform/requests.ts';
import { randomCode } from '../account/join-links.ts';
import { createAnswers, type Once, type UsedKey } from '../platform/idempotency.ts';
import { type TermsDeps, termsNow } from '../season/terms.ts';
import { chosenTickers, type TickerMarket } from './game-tickers.ts';
import { equityNow, type JoinDeps } from './join-league.ts';

export type StartDeps = Omit<JoinDeps, 'addresses' | 'onLeave'> & { market: TickerMarket } & TermsDeps;

export const newCode = (): string => randomCode(JOIN_CODE_LENGTH);

/** Checks that an account is old enough to list a league. @param now epoch ms @throws ACCOUNT_TOO_NEW */
export async function demandListing(sql: Queryable, userId: number, now: number): Promise<void> {
  const since = await registeredAt(sql, userId);
  if (!since || !mayList(since, now)) throw fail('ACCOUNT_TOO_NEW', { params: { count: LISTING_DAYS } });
}

/** @throws INVALID */
function termsOf(
  { startCash = GAME_START_CASH, startsAt, endsAt, rules, positionView = 'never' }: GameInput,
  now: number,
): GameTerms {
  if (endsAt === undefined || endsAt === null)
    throw fail('INVALID', { issues: [issueAt('endsAt', 'gameEndRule')] });
  const start = startsAt ?? now;
  const problem = gameTimesProblem({ startsAt: start, endsAt }, now);
  if (problem) throw fail('INVALID', { issues: [{ path: problem.field, code: problem.code }] });
  return { startCash, startsAt: Math.max(start, now), endsAt, rules: rulesOfGame(rules), positionView };
}

type NewLeague = LeagueSettings & {
  ownerId: number;
  seasonNumber: number | null;
  successorOf: string | null;
};

/** @returns null when the id or the code is taken, or another league continues the predecessor */
async function insert(
  deps: TermsDeps,
  tx: Transaction,
  league: NewLeague,
  terms: GameTerms | null,
  now: number,
): Promise<{ id: string; code: string } | null> {
  const [id, code] = [randomCode(LEAGUE_ID_LENGTH), newCode()];
  if (!terms) return (await rows.insertLeague(tx, { ...league, id, code }, null, now)) ? { id, code } : null;
  const seasonId = await insertGame(tx, id as LeagueGame, terms, termsNow(deps), now);
  if (seasonId === null) return null;
  const game = {
    seasonId,
    startsAt: new Date(terms.startsAt),
    endsAt: new Date(terms.endsAt),
    positionView: terms.positionView,
  };
  if (await rows.insertLeague(tx, { ...league, id, code }, game, now)) return { id, code };
  await deleteGame(tx, seasonId);
  return null;
}

/** Checks that a person may own and join one more league of the kind. @throws TOO_MANY_LEAGUES */
async function demandPlace(tx: Transaction, userId: number, kind: LeagueKind, from: number): Promise<void> {
  const { owned, joined } = await rows.countLeagues(tx, userId, kind, from);
  const limits = LEAGUE_LIMITS[kind];
  if (owned >= limits.owned) throw fail('TOO_MANY_LEAGUES.owned', { params: { count: limits.owned } });
  if (joined >= limits.joined) throw fail('TOO_MANY_LEAGUES.joined', { params: { count: limits.joined } });
}

/**
 * Returns the settings of a new league, and the terms of its private game (null without one).
 * @throws INVALID, ACCOUNT_TOO_NEW, UNAVAILABLE
 */
async function draftOf(
  { sql, clock, seasons, market }: StartDeps,
  user: SessionUser,
  { kind = 'season', game, ...fields }: LeagueFields,
) {
  const isOwn = kind === 'own';
  const terms = isOwn
    ? termsOf({ ...game, rules: await chosenTickers(market, game.rules) }, clock.now())
    : null;
  if (fields.isListed) await demandListing(sql, user.id, clock.now());
  const league = {
    ...fields,
    about: fields.about ?? '',
    prize: fields.prize ?? '',
    needsReason: isOwn && fields.needsReason,
    seasonNumber: isOwn ? null : joinableSeason(seasons.current()),
  };
  return { kind, league, terms };
}

/**
 * Returns the league that `user` would start with these fields now.
 * @throws INVALID, ACCOUNT_TOO_NEW, UNAVAILABLE
 */
async function previewLeague(
  deps: StartDeps,
  user: SessionUser,
  fields: LeagueFields,
): Promise<rows.PlannedLeague> {
  const { league, terms } = await draftOf(deps, user, fields);
  const game = terms && {
    ...terms,
    startsAt: terms.startsAt > deps.clock.now() ? new Date(terms.startsAt) : null,
    endsAt: new Date(terms.endsAt),
    hasChain: true,
  };
  return { ...league, ownerName: user.username, game };
}

type Started = { id: string; code: string };
/**
 * The league that a new league continues. `tell` stores the invitations of its members in the transaction of the new
 * league.
 */
type Previous = { id: string; tell: (tx: Transaction, league: Started) => Promise<void> };

/**
 * Starts a league with its owner as the first member: over the running or next season, or with a private game.
 * @param origin.previous the league that the new one continues @param origin.used the Idempotency-Key of the request
 * @returns the new league; `isNew` is false for a league that continued `previous` before this call
 * @throws INVALID, TOO_MANY_LEAGUES, ACCOUNT_TOO_NEW, UNAVAILABLE; TOO_MANY after five in an hour
 */
export async function startLeague(
  deps: StartDeps,
  user: SessionUser,
  fields: LeagueFields,
  { previous, used }: { previous: Previous | null; used: UsedKey | null },
): Promise<{ league: Started; isNew: boolean }> {
  const { sql, clock, limits, seasons } = deps;
  const { kind, league: draft, terms } = await draftOf(deps, user, fields);
  const { seasonNumber } = draft;
  const attempt = await limits.count('newLeague', { account: user.id });
  const next = joinableSeason(seasons.current());
  const base = terms ? null : await equityNow(deps, { seasonNumber, game: null }, user.id);
  const league = { ...draft, ownerId: user.id, successorOf: previous?.id ?? null };
  const start = async (tx: Transaction) => {
    await rows.lockPerson(tx, user.id);
    for (;;) {
      const successor = previous && (await rows.findSuccessor(tx, previous.id));
      if (successor) return { league: successor, isNew: false };
      await demandPlace(tx, user.id, kind, next);
      const added = await insert(deps, tx, league, terms, clock.now());
      if (!added) continue;
      await admitMember(tx, { leagueId: added.id, userId: user.id }, base, clock.now());
      await previous?.tell(tx, added);
      const answer = { response: JSON.stringify(added), at: new Date(clock.now()) };
      if (used) await storeAnswer(tx, user.id, { ...used, ...answer });
      return { league: added, isNew: true };
    }
  };
  try {
    const started = await sql.begin(start);
    if (!started.isNew) await attempt.forgive();
    return started;
  } catch (error) {
    await attempt.forgive();
    throw error;
  }
}

export function createStarting(deps: StartDeps) {
  const answers = createAnswers<Started>(deps);

  return {
    /** @throws the codes of `previewLeague` */
    preview: (user: SessionUser, fields: LeagueFields) => previewLeague(deps, user, fields),

    /**
     * Starts a league.
     * @param sent the request's body and its Idempotency-Key: a repeat with it returns the first league
     * @throws INVALID for a malformed key, IDEMPOTENCY_MISMATCH, the codes of `startLeague`
     */
    async start(
      user: SessionUser,
      fields: LeagueFields,
      { key, body }: { key: string | null; body: unknown },
    ): Promise<Once<Started>> {
      const run = async (used: UsedKey | null) =>
        (await startLeague(deps, user, fields, { previous: null, used })).league;
      return await answers.once(user.id, key, ['league', body], run);
    },
  };
}
