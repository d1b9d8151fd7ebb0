import { nameInSentence } from '#core/locale/sentence.ts';
import { usePage, useT } from '#framework/page.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { EmptyState, Unread } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLinks, SegmentLinks } from '../ui/Links.tsx';
import { FIND, MEMBERS_HREF, pageHref } from './hrefs.ts';
import { type ReaderRow, type TradersRow, TradersTable } from './TradersTable.tsx';

type Props = {
  /** The rows of the page; null when they could not be read. */
  rows: readonly TradersRow[] | null;
  /** The reader's place and the link to the row. Null for visitors, admins, and traders newer than the ranking pass. */
  mine: { place: string; href: string; ranked: boolean; isDisqualified: boolean } | null;
  /** The reader's row, if it is on another page of the table; otherwise null. */
  readerRow: ReaderRow | null;
  /** The name that the reader searches for; null for a page of the table. */
  find: string | null;
  /** True when the table has only community members; null for a reader who may not see that table. */
  showsMembers: boolean | null;
  traders: number;
  page: number;
  pages: number;
  /** True when the season is over and the table is final. */
  frozen: boolean;
  /** The rounding step of delayed totals, "$500"; null for live, exact totals. */
  step: string | null;
  /** How many hours before the season's end the table freezes for this reader; null while the table is not frozen. */
  frozenHours: number | null;
  /** The introduction of the contest for a visitor; null for members. */
  contest: Contest | null;
};

/** The contest in formatted texts. `prize` is null for a season without one. */
export type Contest = { number: number; cash: string; prize: string | null };

export function LeaderboardPage(props: Props) {
  const {
    rows,
    mine,
    readerRow,
    find,
    showsMembers,
    traders,
    page,
    pages,
    frozen,
    step,
    frozenHours,
    contest,
  } = props;
  const { t, user } = usePage();
  const hrefOf = useLocalHref();
  return (
    <div className="mx-auto w-full max-w-215">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-h1">{t('leaderboards:title')}</h1>
          {contest && (
            <p className="mt-2">
              {t('leaderboards:contest', { number: contest.number, cash: contest.cash })}{' '}
              {contest.prize && t('leaderboards:contestPrize', { prize: contest.prize })}
            </p>
          )}
          <Place mine={mine} traders={traders} />
          {user && !user.isGuest && (
            <a
              className="inline-flex min-h-6 items-center text-size-small underline underline-offset-4 coarse:min-h-11"
              href="/leagues"
            >
              {t('leaderboards:leagues')}
            </a>
          )}
          {frozen && <p className="mt-1 text-size-small text-paper-3">{t('leaderboards:frozen')}</p>}
          {step && (
            <p className="mt-1 text-size-small text-paper-3">
              {frozenHours === null
                ? t('leaderboards:late', { step })
                : t('leaderboards:frozenTable', { count: frozenHours, step })}
            </p>
          )}
        </div>
        {mine && (
          <LinkButton className="lt-md:w-full" href={mine.href}>
            <Icon name="arrow-down" />
            {t('leaderboards:jump')}
          </LinkButton>
        )}
      </header>
      {showsMembers !== null && <Choice showsMembers={showsMembers} />}
      {traders > 0 && <Find find={find} />}
      <Table rows={rows} readerRow={readerRow} find={find} showsMembers={showsMembers} />
      {find === null && !showsMembers && (
        <PageLinks page={page} pages={pages} hrefOf={(to) => hrefOf(pageHref(to))} moves={!frozen} />
      )}
    </div>
  );
}

function Place({ mine, traders }: Pick<Props, 'mine' | 'traders'>) {
  const t = useT();
  const note = mine?.isDisqualified
    ? t('seasons:disqualified')
    : mine && !mine.ranked
      ? t('competition:noPlace')
      : null;
  return (
    <p className="mt-2 text-paper-2">
      {mine && (mine.ranked || mine.isDisqualified)
        ? t('leaderboards:place', { place: mine.place, total: traders })
        : t('leaderboards:count', { total: traders })}
      {note && <span className="text-paper-3"> · {note}</span>}
    </p>
  );
}

function Choice({ showsMembers }: { showsMembers: boolean }) {
  const t = useT();
  return (
    <div className="mt-4 flex">
      <SegmentLinks
        label={t('leaderboards:tables')}
        segments={[
          { href: '/leaderboards', label: t('leaderboards:all'), current: !showsMembers },
          { href: MEMBERS_HREF, label: t('leaderboards:members'), current: showsMembers },
        ]}
      />
    </div>
  );
}

/** The search for a trader by the beginning of the name. */
function Find({ find }: Pick<Props, 'find'>) {
  const t = useT();
  const hrefOf = useLocalHref();
  return (
    <search>
      <form className="mt-4 flex gap-2" action={hrefOf('/leaderboards')}>
        <input
          className="input min-w-0 flex-1"
          type="search"
          name={FIND}
          aria-label={t('leaderboards:find')}
          placeholder={t('leaderboards:find')}
          defaultValue={find ?? undefined}
          maxLength={100}
          autoComplete="off"
          dir="auto"
        />
        <Submit look="secondary" aria-label={t('leaderboards:find')}>
          <Icon name="search" />
        </Submit>
        {find !== null && (
          <LinkButton look="ghost" href={hrefOf('/leaderboards')}>
            {t('leaderboards:all')}
          </LinkButton>
        )}
      </form>
    </search>
  );
}

function Table({
  rows,
  readerRow,
  find,
  showsMembers,
}: Pick<Props, 'rows' | 'readerRow' | 'find' | 'showsMembers'>) {
  const t = useT();
  if (rows === null) return <Unread>{t('leaderboards:error')}</Unread>;
  if (rows.length === 0) {
    return (
      <div className="mt-7">
        <EmptyState shape="circle">
          {find === null
            ? t(showsMembers ? 'leaderboards:noMembers' : 'leaderboards:empty')
            : t('leaderboards:notFound', { name: nameInSentence(find) })}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="mt-2">
      <TradersTable rows={rows} opens="dialog" hasRanks readerRow={readerRow} />
    </div>
  );
}
