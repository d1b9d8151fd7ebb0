import { initials } from '#core/account/username.ts';
import { RANK_PERCENT, type Rank } from '#core/leaderboard/rank.ts';
import { usePage, useT } from '#framework/page.tsx';
import { localHref } from '../layout/local-href.ts';
import { rowId, traderHref, traderPageHref } from './hrefs.ts';
import { RANK_TEXT, RankLetter } from './rank-parts.tsx';

export type LeaderboardTableRow = {
  /** From 1, over all pages. */
  number: number;
  username: string;
  /** Null for an unranked trader. */
  place: number | null;
  rank: Rank;
  isDisqualified: boolean;
  /** "$121,870.33" */
  total: string;
  logoUrl: string | null;
  /** Whether everyone may read their page. */
  hasPage: boolean;
  isSimulated: boolean;
  /** HTML that marks the reader's row: a slot in a shared page. */
  tag: string;
};

type Group = { rank: Rank | 'none' | 'out'; rows: LeaderboardTableRow[] };

/** Groups the rows by rank; then traders without a trade, last disqualified ones. */
function groups(rows: readonly LeaderboardTableRow[]): Group[] {
  const result: Group[] = [];
  for (const row of rows) {
    const rank = row.place !== null ? row.rank : row.isDisqualified ? 'out' : 'none';
    const last = result.at(-1);
    if (last && last.rank === rank) last.rows.push(row);
    else result.push({ rank, rows: [row] });
  }
  return result;
}

/** A page of the leaderboard. The style sheet highlights the row with a tag. */
export function LeaderboardTable({ rows, page }: { rows: readonly LeaderboardTableRow[]; page: number }) {
  const t = useT();
  return (
    <table className="standings">
      <thead>
        <tr>
          <th scope="col">{t('leaderboards:rank')}</th>
          <th scope="col">{t('leaderboards:trader')}</th>
          <th scope="col">{t('leaderboards:portfolio')}</th>
        </tr>
      </thead>
      {groups(rows).map((group) => (
        <tbody key={group.rank}>
          <Divider rank={group.rank} />
          {group.rows.map((row) => (
            <Row key={row.username} row={row} page={page} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Divider({ rank }: { rank: Group['rank'] }) {
  const t = useT();
  if (rank === 'none' || rank === 'out') {
    return (
      <tr>
        <th scope="rowgroup" colSpan={3} className="text-paper-3">
          <span className="divider">
            <bdi>{t(rank === 'out' ? 'seasons:disqualified' : 'leaderboards:notRanked')}</bdi>
          </span>
        </th>
      </tr>
    );
  }
  const percent = rank === 'CADET' ? null : RANK_PERCENT[rank];
  return (
    <tr>
      <th scope="rowgroup" colSpan={3} className={RANK_TEXT[rank]}>
        <span className="divider">
          <RankLetter rank={rank} />
          <bdi>{t(`ranks:name_${rank}`)}</bdi>
          {percent !== null && <span className="-ms-1">· {t('leaderboards:top', { percent })}</span>}
        </span>
      </th>
    </tr>
  );
}

/** A row of five elements without classes: a page has a hundred of them. */
function Row({ row, page }: { row: LeaderboardTableRow; page: number }) {
  const { number, username, place, total, logoUrl, tag, hasPage, isSimulated } = row;
  const reader = usePage();
  const sim = isSimulated ? reader.t('sim:mark') : undefined;
  const pageAddress = hasPage ? localHref(traderPageHref(username), reader) : undefined;
  return (
    <tr>
      <td className={place !== null && place <= 3 ? 'podium' : undefined}>{place ?? '–'}</td>
      <td data-initials={logoUrl ? undefined : initials(username)} data-sim={sim}>
        {logoUrl && <img src={logoUrl} alt="" loading="lazy" />}
        <a id={rowId(number)} href={reader.user ? traderHref(page, username) : pageAddress} dir="auto">
          {username}
        </a>
        {tag}
      </td>
      <td>{total}</td>
    </tr>
  );
}
