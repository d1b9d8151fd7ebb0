import { Fragment } from 'react';
import type { Rank } from '#core/leaderboard/rank.ts';
import { formatPnl } from '#core/locale/format.ts';
import { usePage } from '#framework/page.tsx';
import { RankLetter } from '../art/RankLetter.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import { Change } from '../ui/Change.tsx';
import { RANK_TEXT } from '../ui/rank-color.ts';
import { Disqualified } from './Disqualified.tsx';
import type { Worth } from './SeasonOver.tsx';
import { GapRow, RowName } from './table-parts.tsx';

export type FinalRow = Worth & {
  userId: number;
  username: string;
  /** null: not ranked. */
  place: number | null;
  /** Dollars, decimal string. */
  realised: string;
  trades: number;
  rank: Rank;
  disqualified: string | null;
  logoUrl: string | null;
  isSimulated: boolean;
  /** What its place won; null: nothing. */
  prize: string | null;
};

/** Rows of an excerpt: of the beginning, and of each side of the reader's own. Whoever stands near the beginning sees it whole. */
export const EXCERPT = { first: 3, beside: 1, from: 7 };

/** Columns a phone has no room for. */
const WIDE = 'lt-md:hidden';

type Props = {
  rows: readonly FinalRow[];
  isExcerpt: boolean;
  /** It was played for a prize. */
  hasPrize: boolean;
};

/** Of a season that is over. */
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
              <Row row={row} hasPrize={hasPrize} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, hasPrize }: { row: FinalRow } & Pick<Props, 'hasPrize'>) {
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
