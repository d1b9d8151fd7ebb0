import { formatPlace } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import type { Translate } from '#framework/page.tsx';
import { Own } from '#framework/page.tsx';
import { Mark } from '../ui/Mark.tsx';

type Props = {
  t: Translate;
  locale: Locale;
  season: number;
  /** Null: the reader made no trade. */
  place: number | null;
  ranked: number;
  /** Where the reader is, to stay there. */
  here: string;
  /** Drawn all the same: the page's rules are shared by readers. */
  isHidden: boolean;
};

/** A season is over: how it ended for the reader. A form without script; both buttons dismiss it. */
export function SeasonBanner({ t, locale, season, place, ranked, here, isHidden }: Props) {
  return (
    <form
      method="post"
      action="/api/season-seen"
      className="season-news"
      aria-label={t('seasons:over', { number: season })}
      hidden={isHidden}
    >
      <input type="hidden" name="season" value={season} />
      <Mark shape="circle" className="season-news-mark" />
      <p>
        <strong>{t('seasons:over', { number: season })}</strong>{' '}
        {place === null
          ? t('seasons:overWithout')
          : t('seasons:overPlace', { place: formatPlace(place, locale), ranked })}
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

/** Where a page has the banner of its reader. */
export const OwnSeasonNews = () => (
  <div data-region="season-news">
    <Own name="season" as="div" />
  </div>
);
