import type { Translate } from '#framework/page.tsx';

type Props = {
  t: Translate;
  /** How many orders waited and filled, and how many ended without a fill. */
  news: { filled: number; ended: number; symbol: string };
};

/** What became of the reader's orders while they were away, in one sentence. */
export function AwayNews({ t, news: { filled, ended, symbol } }: Props) {
  const both = filled > 0 && ended > 0;
  return (
    <div className="news" role="status">
      <p>
        {both
          ? t('dock:awayBoth', { count: filled, ended })
          : t(filled > 0 ? 'dock:awayFilled' : 'dock:awayEnded', { count: filled + ended, symbol })}
      </p>
      <a className="btn btn-secondary" href="/portfolio?dock=history">
        {t('dock:history')}
      </a>
    </div>
  );
}
