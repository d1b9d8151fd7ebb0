/** Builds the view of a league's desk in the reader's language, and the roster's file. */
import type { ChosenMember, LeagueDeskView, RosterRow } from '#components/leagues/view.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { pageCount } from '#core/contract/pages.ts';
import { TABLE_ROWS } from '#core/leaderboard/row.ts';
import { type LeaguePhase, MOST_REQUESTS } from '#core/leagues/leagues.ts';
import {
  firstOrder,
  type RosterColumn,
  type RosterDirection,
  type RosterMember,
  sortRoster,
} from '#core/leagues/roster.ts';
import {
  formatCents,
  formatChange,
  formatDate,
  formatDollars,
  formatNumber,
  formatPercent,
  NOTHING,
} from '#core/locale/format.ts';
import { writeCents, writePercent } from '#core/money/money.ts';
import type { BasisPoints } from '#core/money/units.ts';
import type { League } from '#db/queries/leagues/leagues.ts';
import type { LeagueMember } from '#db/queries/leagues/members.ts';
import type { RequestContext } from '#framework/define.ts';
import type { Services, Using } from '../services.ts';
import { lateNote, memberView } from './league-view.ts';
import { positionsHref } from './positions-view.ts';
import type { LeagueRoster } from './roster.ts';

type Reader = Pick<RequestContext, 't' | 'locale' | 'zone' | 'flash'> & { user: SessionUser };
type Run = { league: League; isOwner: boolean; mayDecide: boolean };
type Query = { by: RosterColumn; dir?: RosterDirection; page: number; member?: number };

const MOST_REMOVED = 100;

export async function deskView(
  ctx: Using<'leagues' | 'seasons', Reader & { services: Services }>,
  run: Run,
  roster: LeagueRoster,
  query: Query,
): Promise<LeagueDeskView> {
  const { services } = ctx;
  const { league, mayDecide } = run;
  const { members, columns, table } = roster;
  const by = columns.includes(query.by) ? query.by : 'change';
  const order = { by, direction: query.dir ?? firstOrder(by).direction };
  const pages = pageCount(members.length, TABLE_ROWS);
  const page = Math.min(query.page, pages);
  const canDecide = mayDecide && table.phase !== 'over';
  const [waiting, removed, helpers] = await Promise.all([
    canDecide ? services.leagues.people(league.id, ['waiting'], { offset: 0, limit: MOST_REQUESTS }) : [],
    canDecide ? services.leagues.people(league.id, ['removed'], { offset: 0, limit: MOST_REMOVED }) : [],
    services.leagues.helpers(league.id),
  ]);
  const rowOf = (member: RosterMember) => rosterRow(ctx, roster, member, roleOf(run, helpers, member));
  const listed = (people: readonly LeagueMember[]) => people.map((each) => memberView(ctx, league, each));
  const chosen = members.find(({ userId }) => userId === query.member);
  const isAlone = members.every(({ userId }) => userId === league.ownerId);
  return {
    order,
    columns,
    rows: isAlone
      ? []
      : sortRoster(members, order)
          .slice((page - 1) * TABLE_ROWS, page * TABLE_ROWS)
          .map(rowOf),
    page,
    pages,
    notes: notesOf(ctx, run, roster),
    files: filesOf(ctx, run),
    waiting: listed(waiting),
    removed: listed(removed),
    canRenew: canDecide,
    chosen: chosen && !isAlone ? choice(ctx, run, { canDecide, phase: table.phase }, rowOf(chosen)) : null,
  };
}

function notesOf(
  ctx: Using<'seasons', Reader & { services: Services }>,
  { league }: Run,
  { table }: LeagueRoster,
): string[] {
  const { t } = ctx;
  if (league.game) return [t('leagues:desk.ofGame')];
  return [
    t('leagues:desk.ofSeason'),
    ...(table.isLate ? [lateNote(ctx, table), t('leagues:desk.late')] : []),
  ];
}

function filesOf({ t }: Pick<Reader, 't'>, { league }: Run): LeagueDeskView['files'] {
  const names = league.game ? (['roster', 'trades', 'equity'] as const) : (['roster'] as const);
  return names.map((name) => ({
    href: `/api/leagues/${league.id}/${name}`,
    label: t(`leagues:desk.${name}File`),
  }));
}

const roleOf = ({ league }: Pick<Run, 'league'>, helpers: ReadonlySet<number>, { userId }: RosterMember) =>
  userId === league.ownerId ? 'owner' : helpers.has(userId) ? 'helper' : null;

const percent = (share: BasisPoints | null) =>
  share === null ? NOTHING : formatPercent(writePercent(share));

function rosterRow(
  { t, locale, zone }: Reader,
  { table }: LeagueRoster,
  member: RosterMember,
  role: RosterRow['role'],
): RosterRow {
  const { userId, username, joinedAt, seenAt, trades, reasons, equity, change, drawdown, largest, cash } =
    member;
  const day = (at: Date) => formatDate(at, { locale, zone });
  return {
    userId,
    username,
    role,
    change,
    texts: {
      joined: day(joinedAt),
      seen: seenAt ? day(seenAt) : NOTHING,
      trades: trades === null ? NOTHING : formatNumber(trades),
      reasons: reasons
        ? t('leagues:desk.reasonsOf', {
            given: formatNumber(reasons.given),
            fills: formatNumber(reasons.fills),
          })
        : NOTHING,
      equity: table.isLate ? formatDollars(equity) : formatCents(equity),
      change: formatChange(change),
      drawdown: percent(drawdown),
      largest: percent(largest),
      cash: percent(cash),
    },
  };
}

function choice(
  { flash }: Reader,
  { isOwner, league }: Run,
  { canDecide, phase }: { canDecide: boolean; phase: LeaguePhase },
  row: RosterRow,
): ChosenMember {
  const isProtected = row.role === 'owner' || (row.role === 'helper' && !isOwner);
  const canRemove = canDecide && !isProtected;
  const positions = league.game && phase !== 'before' ? positionsHref(league.id, row.userId) : null;
  const issue = flash?.issues?.reason;
  return { ...row, positions, canRemove, isOwnersChoice: canRemove && isOwner, issue };
}

const FILE_COLUMNS = [
  'place',
  'username',
  'joined',
  'last_seen',
  'trades',
  'equity',
  'return_percent',
  'drawdown_percent',
  'largest_position_percent',
  'cash_percent',
  'reasons_given',
  'opening_fills',
] as const;

const fileDay = (at: Date | null): string | null => at?.toISOString().slice(0, 10) ?? null;
const fileShare = (share: BasisPoints | null): string | null => (share === null ? null : writePercent(share));

/** Returns the columns and rows of the roster's file, best first. Days are UTC; unknown figures are empty. */
export function rosterFile({ members }: LeagueRoster) {
  return {
    columns: FILE_COLUMNS,
    rows: members.map((each) => [
      each.place,
      each.username,
      fileDay(each.joinedAt),
      fileDay(each.seenAt),
      each.trades,
      writeCents(each.equity),
      each.change,
      fileShare(each.drawdown),
      fileShare(each.largest),
      fileShare(each.cash),
      each.reasons?.given ?? null,
      each.reasons?.fills ?? null,
    ]),
  };
}
