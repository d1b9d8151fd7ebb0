/** Opens a trader's account in a game, checks who may trade in a private game, and words the rule of entry. */
import { formatMoment } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { demandReason, type ReasonedOrder } from '#core/orders/reason.ts';
import { fail } from '#core/refusals/refusals.ts';
import { type EntryTerms, entryClosesAt, isEntryClosed } from '#core/season/entry.ts';
import { type Game, isLeagueGame, type LeagueGame, seasonIdOfGame } from '#core/season/game.ts';
import type { Sql } from '#db/client.ts';
import { findPlayer } from '#db/queries/leagues/games.ts';
import { competitionSchedule } from '#db/queries/season/competition.ts';
import { openPractice } from '#db/queries/season/practice.ts';
import { grantSeasonAccount, newestSeason } from '#db/queries/season/seasons.ts';
import type { Translate } from '#framework/page.tsx';
import type { Clock } from '../platform/clock.ts';
import type { Seasons } from './seasons.ts';

/**
 * Opens an account for a trader without an account in the game: in practice for everybody, in a private game for a
 * member (the caller has checked), in the newest season while entry is open, or for an admin always.
 * @param now epoch ms @throws ENTRY_CLOSED, KEEP_FIRST for a guest outside practice
 */
export async function enterSeason(
  sql: Sql,
  trader: { id: number; isAdmin: boolean; isGuest?: true; game?: Game },
  now: number,
): Promise<void> {
  if (trader.game === 'practice') return await openPractice(sql, trader.id);
  if (trader.isGuest) throw fail('KEEP_FIRST');
  if (isLeagueGame(trader.game)) return await grantSeasonAccount(sql, seasonIdOfGame(trader.game), trader.id);
  const season = await newestSeason(sql);
  if (!season) return;
  if (!trader.isAdmin && isEntryClosed(season, now)) {
    const { startsAt } = await competitionSchedule(sql);
    if (startsAt === null) throw fail('ENTRY_CLOSED');
    throw fail('ENTRY_CLOSED.planned', { params: { at: new Date(startsAt).toISOString() } });
  }
  await grantSeasonAccount(sql, season.id, trader.id);
}

/**
 * Checks that a trader may trade in a private game. Its planned end counts even before a process has ended the game.
 * @param order the order to place; absent for reading the account @param now epoch ms of the site's clock
 * @throws NOT_FOUND for non-members, COMPETITION_INACTIVE, REASON_NEEDED
 */
export async function demandPlayer(
  sql: Sql,
  { userId, game, order }: { userId: number; game: LeagueGame; order?: ReasonedOrder },
  now: number,
): Promise<void> {
  const player = await findPlayer(sql, userId, game);
  if (player?.state !== 'in') throw fail('NOT_FOUND');
  const { status, endsAt, archivedAt, needsReason } = player;
  if (archivedAt || status === 'ended' || endsAt.getTime() <= now)
    throw fail('COMPETITION_INACTIVE.gameOver');
  if (status !== 'active') throw fail('COMPETITION_INACTIVE.game');
  if (needsReason && order) demandReason(order);
}

export type Reader = { t: Translate; locale: Locale; zone: string };

/** Returns the sentence about who may still enter a season; null when everybody may. */
export function entryRule(
  season: EntryTerms & { startedAt: Date | null },
  { t, locale, zone }: Reader,
): string | null {
  const closesAt = entryClosesAt(season);
  if (closesAt !== null) return t('terms:entryUntil', { when: formatMoment(closesAt, { locale, zone }) });
  return season.entryDays > 0 ? t('terms:entryDays', { count: season.entryDays }) : null;
}

/**
 * Returns the text for a new trader while entry is closed, with the planned start of the next season; null while entry
 * is open.
 */
export function closedEntry(
  { seasons, clock }: { seasons: Pick<Seasons, 'current' | 'schedule'>; clock: Clock },
  { t, locale, zone }: Reader,
): string | null {
  const season = seasons.current();
  if (!season || !isEntryClosed(season, clock.now())) return null;
  const { startsAt } = seasons.schedule();
  const { number } = season;
  return startsAt === null
    ? t('terms:entryClosed', { number })
    : t('terms:entryClosedUntil', { number, when: formatMoment(startsAt, { locale, zone }) });
}
