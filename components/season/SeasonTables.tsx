import { Fragment } from 'react';
import type { Rank } from '#core/leaderboard/rank.ts';
import { formatPnl } from '#core/locale/format.ts';
import { usePage, useT } from '#framework/page.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { RANK_TEXT, RankLetter } from '../leaderboard/rank-parts.tsx';
import { SimMark } from '../trader/SimMark.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Bdi, Change } from '../ui/figures.tsx';
import type { Worth } from './SeasonOver.tsx';

export type FinalRow = Worth & {
  userId: number;
  username: string;
  /** Null for an unranked trader. */
  place: number | null;
  /** Dollars, decimal string. */
  realised: string;
  trades: number;
  rank: Rank;
  disqualified: string | null;
  logoUrl: string | null;
  isSimulated: boolean;
  /** The prize of the place; null without one. */
  prize: string | null;
};

/** Rows of an excerpt: from the top, and on each side of the reader's row. A reader near the top gets the whole page. */
export const EXCERPT = { first: 3, beside: 1, from: 7 };

/** Columns that a phone hides. */
const WIDE = 'lt-md:hidden';

type Props = {
  rows: readonly FinalRow[];
  isExcerpt: boolean;
  /** Whether it had a prize. */
  hasPrize: boolean;
};

/** The final table of a season. */
export function FinalTable({ rows, isExcerpt, hasPrize }: Props) {
  const { t } = usePage();
  const figures = ['seasons:trades', 'seasons:realised', 'seasons:portfolio', 'page:return'] as const;
  return (
    <div className="mt-7 overflow-x-auto">
      <table className="w-full whitespace-nowrap text-size-body">
        <thead className="text-caption text-paper-3">
          <tr>
            {(['place', 'trader', 'rank'] as const).map((key) => (
              <th
                key={key}
                scope="col"
                className={`px-3 py-2 text-start font-500 ${key === 'rank' ? WIDE : ''}`}
              >
                {t(`seasons:${key}`)}
              </th>
            ))}
            {[...figures, ...(hasPrize ? (['seasons:prizeWon'] as const) : [])].map((key) => (
              <th
                key={key}
                scope="col"
                className={`px-3 py-2 text-end font-500 ${key === 'seasons:portfolio' ? '' : WIDE}`}
              >
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <Fragment key={row.userId}>
              {isExcerpt && i === EXCERPT.first && (
                <GapRow className="px-3 py-1" columns={hasPrize ? 8 : 7} />
              )}
              <FinalTableRow row={row} hasPrize={hasPrize} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FinalTableRow({ row, hasPrize }: { row: FinalRow } & Pick<Props, 'hasPrize'>) {
  const { t, user } = usePage();
  const { place, rank, username } = row;
  const isOwn = row.userId === user?.id;
  return (
    <tr className={`border-t border-line-1 hover:bg-ink-2 ${isOwn ? 'season-own' : ''}`}>
      <td className={`px-3 py-2.5 ${place !== null && place <= 3 ? 'font-600 text-tkf' : ''}`}>
        {place ?? '–'}
      </td>
      <td className="px-3 py-2.5">
        <span className="flex items-center gap-2">
          <Avatar username={username} logoUrl={row.logoUrl} />
          <span className="whitespace-normal [overflow-wrap:anywhere]">
            <RowName row={row} isOwn={isOwn} />
            <span className={`block text-caption md:hidden ${RANK_TEXT[rank]}`}>
              <bdi>{t(`ranks:name_${rank}`)}</bdi>
            </span>
          </span>
        </span>
        {row.disqualified && <Disqualified reason={row.disqualified} />}
      </td>
      <td className={`px-3 py-2.5 ${WIDE} ${RANK_TEXT[rank]}`}>
        <span className="flex items-center gap-1.5">
          <RankLetter rank={rank} className="h-3.5 w-3.5" />
          <bdi>{t(`ranks:name_${rank}`)}</bdi>
        </span>
      </td>
      <td className={`px-3 py-2.5 text-end ${WIDE}`}>{row.trades}</td>
      <td className={`px-3 py-2.5 text-end ${WIDE}`}>
        <Change value={row.realised} text={formatPnl(row.realised)} />
      </td>
      <td className="px-3 py-2.5 text-end font-500">
        <Bdi>{row.equity}</Bdi>
        <span className="block text-caption md:hidden">
          <Change {...row.change} />
        </span>
      </td>
      <td className={`px-3 py-2.5 text-end ${WIDE}`}>
        <Change {...row.change} />
      </td>
      {hasPrize && (
        <td className={`px-3 py-2.5 text-end font-500 text-tkf ${WIDE}`}>
          <Bdi>{row.prize}</Bdi>
        </td>
      )}
    </tr>
  );
}

/** A ranked trader; `rowNumber` from 1. */
export type TopRow = Worth & {
  userId: number;
  rowNumber: number;
  place: number;
  username: string;
  isSimulated: boolean;
};

/** The first rows of the running season, and the reader's row with its neighbours. Renders nothing while nobody is ranked. */
export function TopTable({ rows }: { rows: readonly TopRow[] }) {
  const { t } = usePage();
  const hrefOf = useLocalHref();
  if (rows.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="table">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="table" className="text-h3">
          {t('competition:table')}
        </h2>
        <a className="text-paper-2 underline-offset-4 hover:underline" href={hrefOf('/leaderboards')}>
          {t('competition:wholeTable')}
        </a>
      </div>
      <div className="card mt-3 overflow-hidden">
        <table className="w-full text-size-body">
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('seasons:place')}</th>
              <th scope="col">{t('seasons:trader')}</th>
              <th scope="col">{t('seasons:portfolio')}</th>
              <th scope="col">{t('page:return')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <Fragment key={row.userId}>
                {row.rowNumber > (rows[i - 1]?.rowNumber ?? 0) + 1 && (
                  <GapRow className="px-4 py-1" columns={4} />
                )}
                <TopTableRow row={row} isFirst={i === 0} />
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function TopTableRow({ row, isFirst }: { row: TopRow; isFirst: boolean }) {
  const { user } = usePage();
  const isOwn = row.userId === user?.id;
  return (
    <tr className={`${isFirst ? '' : 'border-t'} ${isOwn ? 'season-own' : ''}`}>
      <td className={`px-4 py-3 ${row.place <= 3 ? 'font-600 text-tkf' : 'text-paper-2'}`}>{row.place}</td>
      <td className="py-3 [overflow-wrap:anywhere]">
        <RowName row={row} isOwn={isOwn} />
      </td>
      <td className="py-3 text-end lt-sm:hidden">
        <Bdi>{row.equity}</Bdi>
      </td>
      <td className="px-4 py-3 text-end">
        <Change {...row.change} />
      </td>
    </tr>
  );
}

/** Stands for the rows between two parts of an excerpt. */
function GapRow({ className, columns }: { className: string; columns: number }) {
  return (
    <tr className="border-t border-line-1 text-paper-3">
      <td className={className} colSpan={columns}>
        ···
      </td>
    </tr>
  );
}

type TraderName = { username: string; isSimulated: boolean };

/** A trader's name, marked where the trader is simulated or the reader. */
function RowName({ row: { username, isSimulated }, isOwn }: { row: TraderName; isOwn: boolean }) {
  const t = useT();
  return (
    <>
      <bdi>{username}</bdi> {isSimulated && <SimMark />}
      {isOwn && <span className="tag season-you">{t('leaderboards:you')}</span>}
    </>
  );
}

/** Texts of the reasons that the site itself gives; others are an admin's words. */
const SITE_REASONS: Readonly<Record<string, 'seasons:accountDeleted' | 'seasons:accountSuspended'>> = {
  'account deleted': 'seasons:accountDeleted',
  'account suspended': 'seasons:accountSuspended',
};

/** Why a trader is disqualified; an admin's reason is shown as written. */
export function Disqualified({ reason }: { reason: string }) {
  const t = useT();
  const siteReason = SITE_REASONS[reason];
  return (
    <span className="block whitespace-normal text-caption text-loss">
      {t('seasons:disqualified')}: <bdi>{siteReason ? t(siteReason) : reason}</bdi>
    </span>
  );
}
