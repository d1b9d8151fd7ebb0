import { Fragment, type ReactNode } from 'react';
import { initials } from '#core/account/username.ts';
import { pageOf } from '#core/contract/pages.ts';
import { RANK_PERCENT, type Rank } from '#core/leaderboard/rank.ts';
import { TABLE_ROWS } from '#core/leaderboard/row.ts';
import { direction, formatNumber, MINUS } from '#core/locale/format.ts';
import { figureInSentence } from '#core/locale/sentence.ts';
import { type Translate, usePage, useT } from '#framework/page.tsx';
import { localHref } from '../layout/local-href.ts';
import { pictureOf } from '../shop/hrefs.ts';
import { rowId, traderHref, traderPageHref } from './hrefs.ts';
import { RANK_TEXT, RankLetter } from './rank-parts.tsx';

/** A trader in any table of traders; figures are formatted texts. */
export type TradersRow = {
  userId: number;
  /** The row's number, from 1, over all pages. */
  number: number;
  username: string;
  /** Null for an unranked trader. */
  place: number | null;
  /** Places gained today, negative for lost ones; null if unknown. */
  move: number | null;
  rank: Rank;
  isDisqualified: boolean;
  /** The exact return in percent, which decides colour and triangle, and its text. */
  change: { value: string; text: string };
  /** "$121,870.33" */
  total: string;
  trades: number | null;
  /** "₪500"; null without a prize. */
  prize?: string | null;
  /** Id of the logo, an item of the shop; null without one. */
  logo: string | null;
  /** True when everyone may open the trader's page. */
  hasPage: boolean;
  /** The address that the name links to, instead of the trader's page. */
  href?: string;
  isSimulated: boolean;
  /** Content below the name: why a trader is disqualified, or in a shared page the slot of `readerTag`. */
  tag?: ReactNode;
};

/**
 * The reader's row below a page of the table that lacks this row; texts or slots. `side`: "up", "down" or empty.
 * `face`: the logo's HTML, or empty to show initials.
 */
export type ReaderRow = Record<
  'place' | 'href' | 'username' | 'initials' | 'face' | 'side' | 'change' | 'total' | 'trades' | 'tag',
  string
>;

type Props = {
  rows: readonly TradersRow[];
  /** What a press on a row opens for a member: the dialog over the leaderboard, or the page that visitors get. */
  opens: 'dialog' | 'page';
  /** True to group the rows by rank, each with a heading. */
  hasRanks?: boolean;
  hasPrize?: boolean;
  readerRow?: ReaderRow | null;
  /**
   * Marks the reader's row with YOU and with these distances to better places. Null: with YOU alone. Absent: no mark,
   * because `tag` contains it.
   */
  gap?: PlaceGap | null;
};

type Columns = { hasTrades: boolean; hasPrize: boolean };

type Group = { rank: Rank | 'none' | 'out'; rows: TradersRow[] };

/** Groups adjacent rows: by rank, then unranked traders, then disqualified ones. */
function groups(rows: readonly TradersRow[]): Group[] {
  const result: Group[] = [];
  for (const row of rows) {
    const rank = row.place !== null ? row.rank : row.isDisqualified ? 'out' : 'none';
    const last = result.at(-1);
    if (last && last.rank === rank) last.rows.push(row);
    else result.push({ rank, rows: [row] });
  }
  return result;
}

/** The table of traders. The style sheet highlights the reader's row, which has the mark YOU, and keeps it in view. */
export function TradersTable({ rows, opens, hasRanks, hasPrize = false, readerRow, gap }: Props) {
  const { t } = usePage();
  const columns = {
    hasPrize,
    hasTrades: rows.some(({ trades }) => trades !== null),
  };
  const simulated = rows.some(({ isSimulated }) => isSimulated);
  const bodies: { rank: Group['rank'] | null; rows: readonly TradersRow[] }[] = hasRanks
    ? groups(rows)
    : [{ rank: null, rows }];
  return (
    <div className="traders-box">
      <table className="traders">
        <thead>
          <tr>
            <th scope="col" title={t('leaderboards:moveAbout')}>
              {t('leaderboards:rank')}
            </th>
            <th scope="col" className="trader">
              {t('leaderboards:trader')}
            </th>
            <th scope="col" className="return">
              {t('page:return')}
            </th>
            <th scope="col" className="total">
              {t('leaderboards:portfolio')}
            </th>
            {columns.hasTrades && (
              <th scope="col" className="trades">
                {t('seasons:trades')}
              </th>
            )}
            {hasPrize && (
              <th scope="col" className="prize">
                {t('seasons:prizeWon')}
              </th>
            )}
          </tr>
        </thead>
        {bodies.map((body, b) => (
          <tbody key={body.rank}>
            {isApart(bodies[b - 1]?.rows.at(-1), body.rows[0]) && <LeftOut columns={columns} />}
            {body.rank && <Divider rank={body.rank} columns={columns} />}
            {body.rows.map((row, i) => (
              <Fragment key={row.username}>
                {isApart(body.rows[i - 1], row) && <LeftOut columns={columns} />}
                <Row row={row} columns={columns} opens={opens} gap={gap} />
              </Fragment>
            ))}
          </tbody>
        ))}
        {readerRow && (
          <tfoot>
            <Reader row={readerRow} columns={columns} />
          </tfoot>
        )}
      </table>
      {simulated && <p className="traders-note">{t('sim:about')}</p>}
    </div>
  );
}

/**
 * An empty cell that completes a row whose first cell spans three columns. A narrow box hides it together with the
 * columns above it.
 */
const Rest = ({ hasTrades, hasPrize }: Columns) => (
  <td className="return" colSpan={1 + Number(hasTrades) + Number(hasPrize)} />
);

function Divider({ rank, columns }: { rank: Group['rank']; columns: Columns }) {
  const t = useT();
  if (rank === 'none' || rank === 'out') {
    return (
      <tr>
        <th scope="rowgroup" colSpan={3} className="text-paper-3">
          <span className="divider">
            <bdi>{t(rank === 'out' ? 'seasons:disqualified' : 'leaderboards:notRanked')}</bdi>
          </span>
        </th>
        <Rest {...columns} />
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
      <Rest {...columns} />
    </tr>
  );
}

/** True when an excerpt leaves out rows between these two. */
const isApart = (previous: TradersRow | undefined, row: TradersRow | undefined): boolean =>
  previous !== undefined && row !== undefined && row.number > previous.number + 1;

/** A row of dots in place of the rows that an excerpt leaves out. */
const LeftOut = ({ columns }: { columns: Columns }) => (
  <tr className="gap">
    <td colSpan={3}>···</td>
    <Rest {...columns} />
  </tr>
);

/** Returns the value of `data-side`, for which the style sheet draws triangle and colour; undefined for zero. */
export function changeSide(value: string | number): 'up' | 'down' | undefined {
  const sign = direction(value);
  return sign === 0 ? undefined : sign > 0 ? 'up' : 'down';
}

const moveText = (move: number) => `${move > 0 ? '+' : MINUS}${formatNumber(Math.abs(move))}`;

/** A row of few elements with hardly a class, as a page has fifty of them. */
function Row({
  row,
  columns,
  opens,
  gap,
}: { row: TradersRow; columns: Columns } & Pick<Props, 'opens' | 'gap'>) {
  const { number, username, place, move, change, total, trades, logo, tag, hasPage, isSimulated } = row;
  const reader = usePage();
  const logoUrl = pictureOf(logo);
  const page = row.href ?? (hasPage ? localHref(traderPageHref(username), reader) : undefined);
  const isDialog = opens === 'dialog' && reader.user;
  return (
    <tr>
      <td
        className={place !== null && place <= 3 ? 'podium' : undefined}
        data-side={changeSide(move ?? 0)}
        data-move={move ? moveText(move) : undefined}
      >
        {place ?? '–'}
      </td>
      <td
        className="trader"
        data-initials={logoUrl ? undefined : initials(username)}
        data-sim={isSimulated ? reader.t('sim:mark') : undefined}
      >
        {logoUrl && <img src={logoUrl} alt="" loading="lazy" />}
        <a
          id={rowId(number)}
          href={isDialog ? traderHref(pageOf(number, TABLE_ROWS), username) : page}
          dir="auto"
        >
          {username}
        </a>
        {gap !== undefined && row.userId === reader.user?.id && <ReaderTag gap={gap} />}
        {tag}
      </td>
      <td className="return" data-side={changeSide(change.value)}>
        {change.text}
      </td>
      <td
        className={row.prize ? 'total won' : 'total'}
        data-side={changeSide(change.value)}
        data-return={change.text}
        data-prize={row.prize ?? undefined}
      >
        {total}
      </td>
      {columns.hasTrades && <td className="trades">{trades}</td>}
      {columns.hasPrize && <td className="prize">{row.prize}</td>}
    </tr>
  );
}

function Reader({ row, columns }: { row: ReaderRow; columns: Columns }) {
  return (
    <tr>
      <td>{row.place}</td>
      <td className="trader" data-initials={row.initials}>
        {row.face}
        <a href={row.href} dir="auto">
          {row.username}
        </a>
        {row.tag}
      </td>
      <td className="return" data-side={row.side}>
        {row.change}
      </td>
      <td className="total" data-side={row.side} data-return={row.change}>
        {row.total}
      </td>
      {columns.hasTrades && <td className="trades">{row.trades}</td>}
      {columns.hasPrize && <td className="prize" />}
    </tr>
  );
}

/**
 * `next`: what the reader lacks for the next better place. `goal`: what the reader lacks for the prize (`place` is
 * null) or for place 1. Formatted texts; null when the reader lacks nothing.
 */
export type PlaceGap = {
  next: { place: string; amount: string } | null;
  goal: { place: string | null; amount: string } | null;
};

/** Returns "to place 11: $24 · to the prize: $4,066"; empty without a gap. */
export function gapText(t: Translate, gap: PlaceGap | null): string {
  return [gap?.next, gap?.goal]
    .filter((each) => each != null)
    .map(({ place, amount: figure }) => {
      const amount = figureInSentence(figure);
      return place === null
        ? t('leaderboards:toPrize', { amount })
        : t('leaderboards:toPlace', { place: figureInSentence(place), amount });
    })
    .join(' · ');
}

/** Returns the HTML that marks the reader's row: YOU, and the distances to better places. */
export const readerTag = (t: Translate, gap: PlaceGap | null): string =>
  `${hasDistances(gap) ? '<span class="reader far">' : '<span class="reader">'}${readerTagInside(t, gap)}</span>`;

const hasDistances = (gap: PlaceGap | null): boolean => Boolean(gap?.next || gap?.goal);

const readerTagInside = (t: Translate, gap: PlaceGap | null): string =>
  `<b class="tag you">${t('leaderboards:you')}</b> ${gapText(t, gap)}`;

function ReaderTag({ gap }: { gap: PlaceGap | null }) {
  const { t } = usePage();
  const className = hasDistances(gap) ? 'reader far' : 'reader';
  return <span className={className} dangerouslySetInnerHTML={{ __html: readerTagInside(t, gap) }} />;
}
