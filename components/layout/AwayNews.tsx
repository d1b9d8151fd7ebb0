import { formatDateTime } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import type { Translate } from '#framework/page.tsx';

type Props = {
  t: Translate;
  locale: Locale;
  zone: string;
  /** How many orders waited and filled, how many ended without a fill, and when the first and the last did. */
  news: { filled: number; ended: number; symbol: string; first: Date; last: Date };
};

/** What became of the reader's orders while they were away, and when. */
export function AwayNews({ t, locale, zone, news: { filled, ended, symbol, first, last } }: Props) {
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
      <a className="btn btn-secondary" href="/portfolio?dock=history">
        {t('dock:history')}
      </a>
    </div>
  );
}
