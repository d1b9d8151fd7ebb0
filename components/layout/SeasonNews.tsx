import { formatNumber, formatPlace } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import type { Translate } from '#framework/page.tsx';
import { Own } from '#framework/page.tsx';
import { Mark } from '../ui/Mark.tsx';

type Props = {
  t: Translate;
  locale: Locale;
  season: number;
  /** The reader's place, or why there is none. */
  finish: number | 'no trades' | 'disqualified';
  /** Of the season. */
  traders: number;
  /** What the reader has won, with its ₪; null: nothing. */
  prize: string | null;
  /** Where the reader is, to stay there. */
  here: string;
  /** Drawn all the same: the page's rules are shared by readers. */
  isHidden: boolean;
};

/** A season is over: how it ended for the reader. A form without script; both buttons dismiss it. */
export function SeasonBanner({ t, locale, season, finish, traders, prize, here, isHidden }: Props) {
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
          ? t('seasons:overPlace', { place: formatPlace(finish, locale), total: formatNumber(traders) })
          : t(finish === 'disqualified' ? 'seasons:overDisqualified' : 'seasons:overWithout')}
        {prize && <> {t('seasons:overPrize', { prize })}</>}
      </p>
      <button type="submit" className="btn btn-primary" name="next" value={`/competitions/${season}`}>
        {t('seasons:results')}
      </button>
      <button type="submit" className="icon-btn" name="next" value={here} aria-label={t('common:close')}>
        <span className="i-lucide-x" aria-hidden="true" />
      </button>
    </form>
  );
}

/** The place above a page's content for news of its reader. */
export const OwnNews = () => (
  <div data-region="news">
    <Own name="news" as="div" />
  </div>
);
