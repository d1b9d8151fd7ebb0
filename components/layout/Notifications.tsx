import { keepPath } from '#core/account/visitor.ts';
import { formatDateTime, formatNumber } from '#core/locale/format.ts';
import { startOf } from '#core/locale/graphemes.ts';
import type { Locale } from '#core/locale/locale.ts';
import { ReaderPart, type Translate, usePage } from '#framework/page.tsx';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Mark } from '../ui/Mark.tsx';

/** Pages that show every issue at its field. There the toast of a refused form is for screen readers only. */
const SHOWS_ISSUES = new Set(['/auth', '/contact', '/prize', '/public-contact', '/report']);

/** The flash of a form as a toast that needs no script. */
export function FlashToast() {
  const { flash, path } = usePage();
  if (!flash) return null;
  const bad = flash.kind === 'error';
  const isInSight = flash.issues !== undefined && SHOWS_ISSUES.has(path);
  const look = isInSight ? 'sr-only' : `toast toast-flash ${bad ? 'toast-bad' : ''}`;
  return (
    <div className={look} data-flash="" role={bad ? 'alert' : 'status'}>
      <Icon
        name={bad ? 'octagon-alert' : 'circle-check'}
        className={bad ? 'h-5 w-5 text-loss' : 'h-5 w-5 text-gain'}
      />
      <div>
        <p className="font-600">{flash.title}</p>
        {flash.message && <p className="text-size-small text-paper-2">{flash.message}</p>}
      </div>
    </div>
  );
}

/**
 * The bar that explains to a guest what a guest is, on each page until the guest closes it.
 * @param here path and query of the page, to return to
 */
export function GuestBar({ t, here }: { t: Translate; here: string }) {
  return (
    <form method="post" action="/api/guest/bar" className="news guest-bar" aria-label={t('auth:guest')}>
      <p>
        {t('auth:guest')}{' '}
        <a className="underline underline-offset-4" href={keepPath(here)}>
          {t('auth:keep')}
        </a>
      </p>
      <button type="submit" className="icon-btn" name="next" value={here} aria-label={t('common:close')}>
        <span className="i-lucide-x" aria-hidden="true" />
      </button>
    </form>
  );
}

type AwayNewsProps = {
  t: Translate;
  locale: Locale;
  zone: string;
  /**
   * `filled`, `ended`: numbers of orders that filled and of orders that ended without a fill. `symbol`: ticker of the
   * last such order. `first`, `last`: when the first and the last such order filled or ended.
   */
  news: { filled: number; ended: number; symbol: string; first: Date; last: Date };
  /** Address of the portfolio that lists the orders. */
  portfolio: string;
};

/** The notification about orders that filled or ended while the reader was offline. */
export function AwayNews({
  t,
  locale,
  zone,
  portfolio,
  news: { filled, ended, symbol, first, last },
}: AwayNewsProps) {
  const both = filled > 0 && ended > 0;
  const when = (at: Date) => formatDateTime(at, { locale, zone });
  const [from, to] = [when(first), when(last)];
  return (
    <div className="news" role="status">
      <p>
        {both
          ? t('dock:awayBoth', { count: filled, ended })
          : t(filled > 0 ? 'dock:awayFilled' : 'dock:awayEnded', { count: filled + ended, symbol })}{' '}
        {from === to ? t('dock:awayAt', { time: to }) : t('dock:awayBetween', { first: from, last: to })}
      </p>
      <LinkButton href={`${portfolio}?dock=history`}>{t('dock:history')}</LinkButton>
    </div>
  );
}

type SeasonNewsProps = {
  t: Translate;
  season: number;
  /** The reader's place, or why there is none. */
  finish: number | 'no trades' | 'disqualified';
  traders: number;
  /** The reader's prize with its ₪ sign; null without one. */
  prize: string | null;
  /** True while the winners are not confirmed. */
  isProvisional: boolean;
  /** The address of this page, to return to. */
  here: string;
  /**
   * True once the reader has dismissed the banner. The HTML contains a hidden banner too, so that all readers' pages
   * have the same classes and share one cached style sheet.
   */
  isHidden: boolean;
};

/** The notification about the end of a season, with the reader's result: a form whose two buttons dismiss it. */
export function SeasonBanner({
  t,
  season,
  finish,
  traders,
  prize,
  isProvisional,
  here,
  isHidden,
}: SeasonNewsProps) {
  return (
    <form
      method="post"
      action="/api/season-seen"
      className="news"
      aria-label={t('seasons:over', { number: season })}
      hidden={isHidden}
    >
      <input type="hidden" name="season" value={season} />
      <Mark shape="circle" className="news-mark" />
      <p>
        <strong>{t('seasons:over', { number: season })}</strong>{' '}
        {typeof finish === 'number'
          ? t('seasons:overPlace', { place: formatNumber(finish), total: formatNumber(traders) })
          : t(finish === 'disqualified' ? 'seasons:overDisqualified' : 'seasons:overWithout')}
        {prize && isProvisional && <> {t('seasons:overPrizeProvisional', { prize })}</>}
        {prize && !isProvisional && (
          <>
            {' '}
            <a className="underline underline-offset-4" href="/prize">
              {t('seasons:overPrize', { prize })}
            </a>
          </>
        )}
      </p>
      <Submit name="next" value={`/competitions/${season}`}>
        {t('seasons:results')}
      </Submit>
      <button type="submit" className="icon-btn" name="next" value={here} aria-label={t('common:close')}>
        <span className="i-lucide-x" aria-hidden="true" />
      </button>
    </form>
  );
}

/** The maximum length of an announcement in the bar, UTF-16 units. /notifications has the whole text. */
const MOST_IN_BAR = 200;

type AnnouncementProps = {
  t: Translate;
  /**
   * Formatted texts. `id`: id of the reader's notification. `href`: the page that the announcement leads to; null for
   * none.
   */
  announcement: { id: string; title: string; message: string; href: string | null };
  here: string;
};

/** The newest announcement that the reader has not read: a form whose buttons all mark the announcement as read. */
export function AnnouncementBar({ t, announcement: { id, title, message, href }, here }: AnnouncementProps) {
  const isCut = message.length > MOST_IN_BAR;
  const next = isCut ? '/notifications' : href;
  return (
    <form method="post" action={`/api/notifications/${id}/read`} className="news" aria-label={title}>
      <Mark shape="square" className="news-mark" />
      <p>
        <strong>{title}</strong> {isCut ? `${startOf(message, MOST_IN_BAR).trimEnd()}…` : message}
      </p>
      {next && (
        <Submit look="secondary" name="next" value={next}>
          {t(isCut ? 'announcements:readOn' : 'announcements:open')}
        </Submit>
      )}
      <button type="submit" className="icon-btn" name="next" value={here} aria-label={t('common:close')}>
        <span className="i-lucide-x" aria-hidden="true" />
      </button>
    </form>
  );
}

/** The reader part with the notifications above a page's content. */
export const OwnNews = () => (
  <div data-region="news">
    <ReaderPart name="news" as="div" />
  </div>
);
