/** What every page shows of its reader: from memory, for it is drawn with each of them. */
import { renderToStaticMarkup } from 'react-dom/server';
import { pictureOf } from '#components/items/picture.ts';
import { AccountFace } from '#components/layout/AccountFace.tsx';
import { AwayNews } from '#components/layout/AwayNews.tsx';
import { SeasonBanner } from '#components/layout/SeasonNews.tsx';
import type { SessionUser } from '#core/account/visitor.ts';
import { formatCents } from '#core/locale/format.ts';
import { SEASON_SEEN_COOKIE } from '#core/season/seen.ts';
import type { RequestContext } from '#framework/define.ts';
import { readCookie } from '#framework/http/cookies.ts';
import type { SlotValues } from '#framework/shared-document.ts';

/** The HTML of the reader's octagon, name, equity and place; nothing for visitors. */
export function readerParts(ctx: RequestContext): SlotValues {
  const { user, services, t } = ctx;
  if (!user) return {};
  const standing = services.leaderboard.standingNow(user.id);
  const place = standing?.place ? t('trader:place', { place: standing.place }) : null;
  const face = (
    <AccountFace
      username={user.username}
      logoUrl={pictureOf(user.logo ?? null)}
      equity={standing && formatCents(standing.equity)}
      place={user.isAdmin ? t('nav:admin') : place}
    />
  );
  return { face: renderToStaticMarkup(face), news: orderNews(ctx, user) + seasonNews(ctx, user) };
}

/** What became of their orders while they were away. */
function orderNews({ services, t, locale, zone }: RequestContext, user: SessionUser): string {
  const news = services.sessions.orderNewsOf(user);
  return news ? renderToStaticMarkup(<AwayNews {...{ t, locale, zone, news }} />) : '';
}

/** That the newest season is over, once: until the reader has dismissed it, and not on the page of its results. */
function seasonNews({ request, url, path, services, t, locale }: RequestContext, user: SessionUser): string {
  const outcome = services.outcomes.newest();
  if (!outcome) return '';
  const { number, finishes } = outcome;
  const finish = finishes.get(user.id);
  const isHidden =
    user.isAdmin ||
    finish === undefined ||
    path === `/competitions/${number}` ||
    readCookie(request, SEASON_SEEN_COOKIE) === String(number);
  return renderToStaticMarkup(
    <SeasonBanner
      {...{ t, locale, isHidden, season: number }}
      finish={finish ?? 'no trades'}
      traders={finishes.size}
      here={url.pathname + url.search}
    />,
  );
}
