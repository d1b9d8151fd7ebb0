import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLinks } from '../ui/PageLinks.tsx';
import { pageHref } from './hrefs.ts';
import { type StandingsRow, StandingsTable } from './StandingsTable.tsx';

type Props = {
  /** The page of the ranking; null when it could not be read. */
  rows: readonly StandingsRow[] | null;
  /** The reader's own place and the link to its row; null for admins and for who joined after the newest pass. */
  mine: { place: string; href: string; ranked: boolean; isDisqualified: boolean } | null;
  /** All traders of the season. */
  traders: number;
  page: number;
  pages: number;
  /** The season is over and this its final table. */
  frozen: boolean;
};

/** /leaderboards */
export function LeaderboardPage({ rows, mine, traders, page, pages, frozen }: Props) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-215">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-h1">{t('leaderboards:title')}</h1>
          <Place mine={mine} traders={traders} />
          {frozen && <p className="mt-1 text-size-small text-paper-3">{t('leaderboards:frozen')}</p>}
        </div>
        {mine && (
          <a className="btn btn-secondary lt-md:w-full" href={mine.href}>
            <Icon name="arrow-down" />
            {t('leaderboards:jump')}
          </a>
        )}
      </header>
      <Table rows={rows} page={page} />
      <PageLinks page={page} pages={pages} hrefOf={pageHref} />
    </div>
  );
}

function Place({ mine, traders }: Pick<Props, 'mine' | 'traders'>) {
  const t = useT();
  if (!mine) return <p className="mt-2 text-paper-2">{t('leaderboards:count', { total: traders })}</p>;
  return (
    <p className="mt-2 text-paper-2">
      {t('leaderboards:place', { place: mine.place, total: traders })}
      {!mine.ranked && (
        <span className="text-paper-3">
          {' '}
          · {t(mine.isDisqualified ? 'seasons:disqualified' : 'leaderboards:notRanked')}
        </span>
      )}
    </p>
  );
}

function Table({ rows, page }: Pick<Props, 'rows' | 'page'>) {
  const t = useT();
  if (rows === null) {
    return (
      <p role="alert" className="mt-7 flex items-center gap-2 text-loss">
        <Icon name="circle-alert" />
        <Bdi>{t('leaderboards:error')}</Bdi>
      </p>
    );
  }
  if (rows.length === 0) {
    return (
      <div className="mt-7">
        <EmptyState shape="circle">{t('leaderboards:empty')}</EmptyState>
      </div>
    );
  }
  return (
    <div className="mt-5">
      <StandingsTable rows={rows} page={page} />
    </div>
  );
}
