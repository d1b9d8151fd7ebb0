/** The proof of a private game: its bundle, and texts about the proof for the league's pages. */
import type { GameProofView } from '#components/leagues/view.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { leaguePhase } from '#core/leagues/leagues.ts';
import { formatDateTime, formatUtc } from '#core/locale/format.ts';
import { AppError, fail } from '#core/refusals/refusals.ts';
import type { LeagueGame } from '#core/season/game.ts';
import { findLeague, hasTradedAndLeft, type League, type OwnGame } from '#db/queries/leagues/leagues.ts';
import { type SeasonRow, seasonOfGame } from '#db/queries/season/seasons.ts';
import type { RequestContext } from '#framework/define.ts';
import type { SeenHead } from '#proof/season-replay.ts';
import { hasBundle, openBundle, secretUntil } from '../proof/bundle.ts';
import { readHead } from '../proof/chain.ts';
import type { Services, Using } from '../services.ts';

type Reader<Name extends keyof Services> = Using<
  Name,
  Pick<RequestContext, 't' | 'locale' | 'zone'> & { services: Services }
>;

/**
 * Returns a league to the people who may check its private game: members, admins of the site, and people who traded in
 * the game and left.
 * @throws NOT_FOUND for everybody else
 */
export async function openProof(
  { sql, leagues }: Pick<Services, 'sql' | 'leagues'>,
  id: string,
  user: SessionUser,
): Promise<{ league: League; isFormer: boolean }> {
  const league = await findLeague(sql, id);
  if (league && !user.isAdmin && (await hasTradedAndLeft(sql, league, user.id)))
    return { league, isFormer: true };
  return { league: (await leagues.open(id, user)).league, isFormer: false };
}

/** @throws NOT_FOUND for a league over a season */
export async function seasonOfLeague(
  { sql }: Pick<Services, 'sql'>,
  { id, game }: League,
): Promise<SeasonRow> {
  const season = game && (await seasonOfGame(sql, id as LeagueGame));
  if (!season) throw fail('NOT_FOUND');
  return season;
}

/**
 * Opens the bundle of a private game.
 * @returns its text in pieces
 * @throws NOT_FOUND without a private game or without a chain; BUNDLE_NOT_YET.game while the game runs or one of its
 * seeds is secret
 */
export async function openGameBundle(
  services: Pick<Services, 'sql' | 'reads' | 'databaseClock' | 'settings'>,
  league: League,
): Promise<AsyncGenerator<string>> {
  const season = await seasonOfLeague(services, league);
  const bundle = services.reads.ofSeason(season, (from) => openBundle({ ...services, sql: from }, season));
  return await bundle.catch((error: unknown) => {
    // the text of BUNDLE_NOT_YET speaks of a season, so a private game has a text of its own
    if (error instanceof AppError && error.code === 'BUNDLE_NOT_YET') throw fail('BUNDLE_NOT_YET.game');
    throw error;
  });
}

/** Returns the newest link of a game's chain, for the page to store in the browser; null without a chain. */
export async function gameHead({ sql }: Pick<Services, 'sql'>, { game }: League): Promise<SeenHead | null> {
  if (!game?.hasChain) return null;
  const { season, seq, head, at } = await readHead(sql, { id: game.seasonId, number: game.seasonId });
  return at === null ? null : [season, seq, head, at];
}

/** Returns a text that says when the last seed behind a finished game's prices becomes public. */
async function whenPublic(
  { services, t, locale, zone }: Reader<'sql' | 'seasons'>,
  endedAt: Date,
): Promise<string> {
  const when = (at: number) => formatDateTime(at, { locale, zone });
  const revealedAt = await secretUntil(services.sql, endedAt);
  if (Number.isFinite(revealedAt)) return t('leagues:proof.comes', { when: when(revealedAt) });
  const { seasons } = services;
  const season = seasons.current();
  const { startsAt, endsAt } = seasons.schedule();
  if (season?.status === 'active')
    return endsAt === null
      ? t('leagues:proof.comesWith', { number: season.number })
      : t('leagues:proof.comesPlanned', { number: season.number, when: when(endsAt) });
  return startsAt === null
    ? t('leagues:proof.comesNext')
    : t('leagues:proof.comesNextPlanned', { when: when(startsAt) });
}

export async function gameProofView(
  ctx: Reader<'sql' | 'seasons' | 'databaseClock'>,
  league: League,
  game: OwnGame,
): Promise<GameProofView> {
  const { services, t, locale } = ctx;
  const season = await seasonOfLeague(services, league);
  const head = await readHead(services.sql, season);
  const chain = head.at === null ? null : { ...head, at: formatUtc(head.at, locale) };
  const phase = leaguePhase(league, null);
  const isThere = chain !== null && (await hasBundle(services.sql, season, services.databaseClock.now()));
  const textOf = async () => {
    if (!game.hasChain) return t('leagues:proof.none');
    if (phase !== 'before' && !season.terms) return t('leagues:proof.moved');
    if (isThere) return t('leagues:proof.ready');
    return season.endedAt ? await whenPublic(ctx, season.endedAt) : t('leagues:proof.running');
  };
  return { chain, text: await textOf(), hasBundle: isThere };
}
