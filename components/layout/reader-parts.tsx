/** Renders the reader parts: the HTML in a page's frame that depends on the reader. Frames have slots for them. */
import { renderToStaticMarkup } from 'react-dom/server';
import { initials } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { type Rank, rankData } from '#core/leaderboard/rank.ts';
import { formatNumber } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { PORTFOLIO_PATH } from '#core/season/game.ts';
import { fillTemplate } from '#framework/islands/template.tsx';
import type { Translate } from '#framework/page.tsx';
import { rankWords } from '../leaderboard/rank-parts.tsx';
import { pictureOf } from '../shop/hrefs.ts';
import { AccountFace, type EarnedTexts, type FaceTexts, UnreadCount, WaitingCount } from './Menus.tsx';
import { AnnouncementBar, AwayNews, GuestBar, SeasonBanner } from './Notifications.tsx';

type Words = { t: Translate; locale: Locale };

type Finish = number | 'no trades' | 'disqualified';

type Face = {
  user: SessionUser;
  /** Formatted text of the equity: live, or at the end of a finished season; null for a reader with neither. */
  equity: string | null;
  place: number | null;
  rank: Rank | null;
  /** The reader's result in the newest season, if that season is over; otherwise null. */
  finish: Finish | null;
};

/**
 * Renders the reader's picture (or initials) and name as HTML: `face` adds equity and place, `level` adds level, rank
 * and TKF instead. `level` equals `face` for admins and for users without `earned`.
 */
export function drawFace(words: Words, reader: Face): { face: string; level: string } {
  const { user, equity } = reader;
  const picture = pictureOf(user.logo ?? null);
  const texts: FaceTexts = {
    username: user.username,
    initials: initials(user.username),
    picture: picture ?? '',
    equity: equity ?? '',
    place: (user.isAdmin ? words.t('nav:admin') : placeText(words, reader)) ?? '',
  };
  const hasPicture = picture !== null;
  const face = fillTemplate(`face ${hasPicture}`, texts, (slots) => (
    <AccountFace texts={slots} hasPicture={hasPicture} />
  ));
  const earned = earnedBy(words, reader);
  if (!earned) return { face, level: face };
  const { rank } = earned;
  const level = fillTemplate(`level ${hasPicture} ${rank}`, { ...texts, ...earned.texts }, (slots) => (
    <AccountFace texts={slots} hasPicture={hasPicture} earned={{ texts: slots, rank }} />
  ));
  return { face, level };
}

/** Returns the HTML of the number of open tasks, for the link to the admin pages; empty when the number is 0. */
export function drawWaiting({ t }: Words, { waiting = 0 }: SessionUser): string {
  if (waiting === 0) return '';
  return renderToStaticMarkup(<WaitingCount count={waiting} text={t('desk:waiting', { count: waiting })} />);
}

/** Returns the HTML of the number of unread notifications; hidden at zero, so that a script can increase the number. */
export function drawUnread({ t }: Words, { unread = 0 }: SessionUser): string {
  const texts = { count: unread > 99 ? '99+' : String(unread), text: t('nav:unread') };
  const isHidden = unread === 0;
  return fillTemplate(`unread ${isHidden}`, texts, (slots) => <UnreadCount {...slots} isHidden={isHidden} />);
}

/** Returns "Place 38"; for a season that is over "Place 38, final". Null without a place. */
function placeText({ t }: Words, { place, finish }: Face): string | null {
  if (finish === null) return place ? t('trader:place', { place }) : null;
  return typeof finish === 'number' ? t('trader:placeFinal', { place: formatNumber(finish) }) : null;
}

function earnedBy({ t }: Words, { user: { earned, isAdmin }, rank }: Face) {
  if (!earned || isAdmin) return undefined;
  const { xp, level, tkf } = earned;
  const texts: EarnedTexts = {
    level: t('profile:level', { level }),
    rank: rank ? rankWords(t, rank, rankData(rank, xp).miniRank) : '',
    tkf: formatNumber(tkf),
  };
  return { texts, rank };
}

type News = {
  /** The state of the bar for guests; null for everyone else. */
  guest: { isBarClosed: boolean } | null;
  orders: Parameters<typeof AwayNews>[0]['news'] | null;
  /**
   * The newest season if it is over; null for a guest, and while it runs. `prize`: the reader's prize with its ₪ sign.
   */
  season: {
    number: number;
    finish: Finish | null;
    traders: number;
    prize: string | null;
    isProvisional: boolean;
    isHidden: boolean;
  } | null;
  announcement: Parameters<typeof AnnouncementBar>[0]['announcement'] | null;
};

/**
 * Returns the notices above a page's content: the bar for guests, orders that filled or ended while the reader was
 * offline, the season that is over, and the newest announcement, which waits until the reader has dismissed the notices
 * about orders and season.
 * @param here path and query of the page, to return to
 */
export function drawNews(
  words: Words & { zone: string },
  { guest, orders, season, announcement }: News,
  here: string,
): string {
  const { t, locale, zone } = words;
  const isAlone = !orders && (!season || season.isHidden);
  const portfolio = PORTFOLIO_PATH[guest ? 'practice' : 'season'];
  return (
    (guest && !guest.isBarClosed ? renderToStaticMarkup(<GuestBar t={t} here={here} />) : '') +
    (orders
      ? renderToStaticMarkup(
          <AwayNews t={t} locale={locale} zone={zone} news={orders} portfolio={portfolio} />,
        )
      : '') +
    (season
      ? renderToStaticMarkup(
          <SeasonBanner
            t={t}
            here={here}
            season={season.number}
            finish={season.finish ?? 'no trades'}
            traders={season.traders}
            prize={season.prize}
            isProvisional={season.isProvisional}
            isHidden={season.isHidden}
          />,
        )
      : '') +
    (announcement && isAlone
      ? renderToStaticMarkup(<AnnouncementBar t={t} announcement={announcement} here={here} />)
      : '')
  );
}
