/** The reader's data on every page, read from memory: name, equity, place, and news since the last visit. */
import { GUEST_BAR_COOKIE, type SessionUser } from '#core/account/visitor.ts';
import { placeOfAnnouncement } from '#core/announcements/announcements.ts';
import type { Rank } from '#core/leaderboard/rank.ts';
import type { RowFigures } from '#core/leaderboard/row.ts';
import { formatCents, formatUsd } from '#core/locale/format.ts';
import type { Cents } from '#core/money/units.ts';
import { SEASON_SEEN_COOKIE, seasonSeenBy } from '#core/season/seen.ts';
import type { Finished } from '#db/queries/season/results.ts';
import { readCookie } from '#framework/http/cookies.ts';
import { wordTexts } from '../announcements/written.ts';
import type { Outcome } from '../season/outcome.ts';
import type { Services, Using } from '../services.ts';

export type ReaderFace = {
  user: SessionUser;
  /** Formatted: the newest equity, or after the season the final one; null for a reader without a row. */
  equity: string | null;
  place: number | null;
  rank: Rank | null;
  /** How the newest season ended for the reader; null until the season is over, and for a reader who was not in it. */
  finish: Finished['finish'] | null;
};

/** The equity that a request's page shows. */
const equityOnPage = new WeakMap<Request, Cents>();

/** Makes the frame show the page's equity, because the equity of the newest ranking pass is up to 1.5 s older. */
export const showInFrame = (request: Request, equity: Cents): void => void equityOnPage.set(request, equity);

/** The reader's row of the leaderboard, by request. */
const rowsOnPage = new WeakMap<Request, RowFigures | null>();

/**
 * Returns the reader's row of the leaderboard, the same for a page and its frame. Null for visitors and admins, for
 * traders who joined after the newest ranking pass, and without a leaderboard.
 */
export async function readerRow({
  user,
  request,
  services,
}: Using<'leaderboard'>): Promise<RowFigures | null> {
  if (!user) return null;
  if (!rowsOnPage.has(request)) {
    const row = await services.leaderboard.seenBy(user).mine(user.id);
    if (!rowsOnPage.has(request)) rowsOnPage.set(request, row);
  }
  return rowsOnPage.get(request) ?? null;
}

export function readerFace({
  user,
  request,
  services,
}: Using<'leaderboard' | 'outcomes'>): ReaderFace | null {
  if (!user) return null;
  const current = services.leaderboard.standingNow(user.id);
  const standing = current && (rowsOnPage.get(request) ?? current);
  const equity = standing ? (equityOnPage.get(request) ?? standing.equity) : null;
  const finished = services.outcomes.newest()?.finishes.get(user.id);
  return {
    user,
    equity: finished ? formatUsd(finished.equity) : equity === null ? null : formatCents(equity),
    place: standing?.place ?? null,
    rank: standing?.rank ?? null,
    finish: finished?.finish ?? null,
  };
}

export type ReaderNews = {
  /** Null unless the reader is a guest. */
  guest: { isBarClosed: boolean } | null;
  /**
   * How many orders of the newest season filled or ended while the reader was offline, without those that the reader
   * cancelled. Null without one, and unless the reader comes back with this request.
   */
  orders: ReturnType<Services['sessions']['orderNewsOf']>;
  /** The newest season if it is over. Null for a guest. */
  season: (Pick<Outcome, 'number'> & SeasonNews) | null;
  /** The newest announcement that the reader has not read, null without one. `href`: the page it links to; null for none. */
  announcement: { id: string; title: string; message: string; href: string | null } | null;
};
type SeasonNews = {
  finish: Finished['finish'] | null;
  traders: number;
  /** Formatted with its currency; null without a prize. */
  prize: string | null;
  isProvisional: boolean;
  /** True when the reader dismissed the news, was not in the season, or reads its results now. */
  isHidden: boolean;
};

/** Returns the unread announcement for the top of a page. /notifications lists it anyway. */
function announcementFor(
  { path, locale, services: { say } }: Using<'say'>,
  { notice }: SessionUser,
): ReaderNews['announcement'] {
  if (!notice || path === '/notifications') return null;
  const { id, kind, season } = notice;
  return { id, ...wordTexts(say, notice, locale), href: placeOfAnnouncement(kind, season) };
}

export function readerNews(ctx: Using<'outcomes' | 'sessions' | 'say'>, user: SessionUser): ReaderNews {
  const { request, path, services } = ctx;
  const orders = services.sessions.orderNewsOf(user);
  const announcement = announcementFor(ctx, user);
  const isBarClosed = readCookie(request, GUEST_BAR_COOKIE) === String(user.id);
  const guest = user.isGuest ? { isBarClosed } : null;
  const outcome = guest ? null : services.outcomes.newest();
  if (!outcome) return { guest, orders, announcement, season: null };
  const { number, finishes, prizes, isProvisional } = outcome;
  const finish = finishes.get(user.id)?.finish ?? null;
  const isHidden =
    user.isAdmin ||
    finish === null ||
    path === `/competitions/${number}` ||
    seasonSeenBy(readCookie(request, SEASON_SEEN_COOKIE), user.id) === number;
  return {
    guest,
    orders,
    announcement,
    season: {
      number,
      finish,
      traders: finishes.size,
      prize: prizes.get(user.id) ?? null,
      isProvisional,
      isHidden,
    },
  };
}
