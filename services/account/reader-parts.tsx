/** The reader's own parts of every page, from memory: each page draws them. */
import { renderToStaticMarkup } from 'react-dom/server';
import { pictureOf } from '#components/items/picture.ts';
import { AccountFace } from '#components/layout/AccountFace.tsx';
import { AwayNews } from '#components/layout/AwayNews.tsx';
import { SeasonBanner } from '#components/layout/SeasonNews.tsx';
import { rankWords } from '#components/rank/use-band.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { type Rank, rankData } from '#core/leaderboard/rank.ts';
import type { OwnStanding } from '#core/leaderboard/standing.ts';
import { formatCents, formatNumber, formatPlace, formatPrize, formatUsd } from '#core/locale/format.ts';
import { SEASON_SEEN_COOKIE, seasonSeenBy } from '#core/season/seen.ts';
import type { Finished } from '#db/queries/season/past-seasons.ts';
import type { RequestContext } from '#framework/define.ts';
import { createLruCache } from '#framework/frame/lru-cache.ts';
import { readCookie } from '#framework/http/cookies.ts';
import type { SlotValues } from '#framework/shared-document.ts';

/** How many readers' faces are cached: each of their pages shows it. */
const MOST_FACES = 1_000;
const faces = createLruCache<{ face: string; level: string }>(MOST_FACES);

/** The HTML of the reader's octagon, name, equity and place; nothing for visitors. */
export function readerParts(ctx: RequestContext): SlotValues {
  const { user, services, locale } = ctx;
  if (!user) return {};
  const standing = services.leaderboard.standingNow(user.id);
  const { place, rank, equity } = standing ?? {};
  const finished = services.outcomes.newest()?.finishes.get(user.id);
  const key = JSON.stringify([locale, user, place, rank, String(equity), finished]);
  const { face, level } = faces.find(key, () => drawFace(ctx, user, { standing, finished }));
  return { face, level, news: orderNews(ctx, user) + seasonNews(ctx, user) };
}

/** @property finished how the newest season ended for the reader; undefined while it runs */
type Worth = { standing: OwnStanding | null; finished: Finished | undefined };

function drawFace(ctx: RequestContext, user: SessionUser, { standing, finished }: Worth) {
  const { t } = ctx;
  const who = {
    username: user.username,
    logoUrl: pictureOf(user.logo ?? null),
    equity: finished ? formatUsd(finished.equity) : standing && formatCents(standing.equity),
    place: user.isAdmin ? t('nav:admin') : placeText(ctx, { standing, finished }),
  };
  const earned = earnedBy(ctx, user, standing?.rank);
  return {
    face: renderToStaticMarkup(<AccountFace {...who} />),
    level: renderToStaticMarkup(<AccountFace {...who} earned={earned} />),
  };
}

/** "Place 38"; of a season that is over "38th, final". */
function placeText({ t, locale }: RequestContext, { standing, finished }: Worth): string | null {
  if (!finished) return standing?.place ? t('trader:place', { place: standing.place }) : null;
  const { finish } = finished;
  return typeof finish === 'number' ? t('trader:placeFinal', { place: formatPlace(finish, locale) }) : null;
}

function earnedBy({ t }: RequestContext, { earned, isAdmin }: SessionUser, rank?: Rank) {
  if (!earned || isAdmin) return undefined;
  const { xp, level, tkf } = earned;
  const words = rank && rankWords(t, rank, rankData(rank, xp).miniRank);
  return {
    level: t('profile:level', { level }),
    rank: rank && words ? { name: rank, words } : null,
    tkf: formatNumber(tkf),
  };
}

/** What became of their orders while they were away. */
function orderNews({ services, t, locale, zone }: RequestContext, user: SessionUser): string {
  const news = services.sessions.orderNewsOf(user);
  return news ? renderToStaticMarkup(<AwayNews {...{ t, locale, zone, news }} />) : '';
}

/** The notice that the newest season is over, until the reader dismisses it; not on the page of its results. */
function seasonNews({ request, url, path, services, t, locale }: RequestContext, user: SessionUser): string {
  const outcome = services.outcomes.newest();
  if (!outcome) return '';
  const { number, finishes, prize } = outcome;
  const finish = finishes.get(user.id)?.finish;
  const isHidden =
    user.isAdmin ||
    finish === undefined ||
    path === `/competitions/${number}` ||
    seasonSeenBy(readCookie(request, SEASON_SEEN_COOKIE), user.id) === number;
  return renderToStaticMarkup(
    <SeasonBanner
      {...{ t, locale, isHidden, season: number }}
      finish={finish ?? 'no trades'}
      traders={finishes.size}
      prize={finish === 1 && prize !== null ? formatPrize(prize) : null}
      here={url.pathname + url.search}
    />,
  );
}
