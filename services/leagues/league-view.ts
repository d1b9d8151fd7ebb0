/** Builds the views of the leagues' pages in the reader's language. */
import type {
  LeagueCard,
  LeagueFacts,
  LeagueHead,
  LeagueRow,
  LeagueRulesView,
  MembersView,
  MemberView,
  StandingsView,
} from '#components/leagues/view.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { LeagueFields } from '#core/contract/leagues.ts';
import { pageCount } from '#core/contract/pages.ts';
import { TABLE_ROWS } from '#core/leaderboard/row.ts';
import {
  invitationText,
  isLinkOpen,
  LEAGUE_LIMITS,
  type LeaguePhase,
  leaguePhase,
} from '#core/leagues/leagues.ts';
import {
  changeFigure,
  daysBetween,
  formatCents,
  formatDate,
  formatDateTime,
  formatDollars,
  formatNumber,
  formatTime,
} from '#core/locale/format.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { readCents } from '#core/money/money.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { chartPath, type LeagueGame, portfolioPath } from '#core/season/game.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import { namesAndLogos } from '#db/queries/leaderboard/traders.ts';
import type { League, OwnGame, OwnLeague, PlannedLeague } from '#db/queries/leagues/leagues.ts';
import { hadOthers, type LeagueMember } from '#db/queries/leagues/members.ts';
import type { RequestContext } from '#framework/define.ts';
import { totalStep } from '../account/privacy.ts';
import { sectorNames } from '../platform/say.ts';
import { limitsOf } from '../season/rules.ts';
import type { Services, Using } from '../services.ts';
import { type DayChange, dayChanges } from './day-change.ts';
import { gameProofView } from './game-proof.ts';
import { kindOf } from './join-league.ts';
import { fixedFields, leagueValues, typedLeague } from './league-form.ts';
import type { LeagueTable, LeagueTableRow } from './league-table.ts';

/** Fields that a browser sends even if they are empty, and that may be too long for a flash. */
const LONG_FIELDS = ['about', 'prize', 'tickers'] as const;

type Reader = Pick<RequestContext, 't' | 'locale' | 'zone'>;
type ReaderWith<Name extends keyof Services, More = unknown> = Using<
  Name,
  Reader & More & { services: Services }
>;

const changeOf = ({ equity, base }: LeagueTableRow) => changeFigure(returnPercent(equity, base));

/** Returns the table of a league for programs. @throws NOT_FOUND, also for a non-member who is not an admin */
export async function readLeagueTable(
  { leagues, sql }: Pick<Services, 'leagues' | 'sql'>,
  id: string,
  user: SessionUser,
) {
  const { league } = await leagues.open(id, user);
  const { rows, phase } = (await leagues.tables([league], user)).get(id)!;
  const people = await namesAndLogos(
    sql,
    rows.map(({ userId }) => userId),
  );
  return {
    id,
    name: league.name,
    kind: kindOf(league),
    season: league.seasonNumber,
    phase,
    members: league.members,
    rows: rows.map((row) => ({
      userId: row.userId,
      username: people.get(row.userId)?.username ?? '',
      place: row.place,
      change: changeOf(row).value,
      hasLeft: row.hasLeft,
    })),
  };
}

export function leagueTime({ services, t, locale, zone }: ReaderWith<'seasons'>, league: League): string {
  const { seasons } = services;
  const { game } = league;
  const phase = leaguePhase(league, seasons.current());
  const when = (at: number | Date) => formatDateTime(at, { locale, zone });
  if (game)
    return phase === 'over'
      ? t('leagues:gameEnded')
      : phase === 'running'
        ? t('leagues:ends', { when: when(game.endsAt) })
        : t('leagues:starts', { when: when(game.startsAt) });
  const number = league.seasonNumber ?? 0;
  const { startsAt, endsAt } = seasons.schedule();
  if (phase === 'over') return t('leagues:isOver', { number });
  if (phase === 'running')
    return endsAt === null
      ? t('leagues:endsWithSeason', { number })
      : t('leagues:ends', { when: when(endsAt) });
  return startsAt === null
    ? t('leagues:startsWithSeason', { number })
    : t('leagues:starts', { when: when(startsAt) });
}

function gameSentences(
  { t, locale, zone }: Reader,
  { startCash, startsAt, endsAt, positionView, rules, hasChain }: NonNullable<PlannedLeague['game']>,
  needsReason: boolean,
): string[] {
  const when = (at: Date) => formatDateTime(at, { locale, zone });
  const { sectors, tickers, dayTrades, longOnly } = rules;
  return [
    t('leagues:rule.game'),
    t('leagues:rule.cash', { cash: formatDollars(startCash) }),
    startsAt ? t('leagues:rule.starts', { when: when(startsAt) }) : t('leagues:rule.startsAtOnce'),
    t('leagues:rule.ends', { when: when(endsAt) }),
    ...(longOnly ? [] : [t('leagues:rule.shortAllowed')]),
    ...limitsOf(rules, startCash, t),
    tickers === null
      ? t('leagues:rule.allTickers')
      : sectors !== null
        ? t('leagues:rule.sectors', { sectors: sectorNames(t, sectors), count: tickers.length })
        : t('leagues:rule.tickers', { tickers: tickers.map(nameInSentence).join(', ') }),
    ...(dayTrades === null ? [] : [t('leagues:rule.dayTrades', { count: dayTrades })]),
    t('leagues:rule.equity'),
    t('leagues:rule.gameTies'),
    t('leagues:rule.gameSeen'),
    t(`leagues:rule.positions.${positionView}`),
    ...(needsReason ? [t('leagues:rule.needsReason')] : []),
    t('leagues:rule.gameDesk'),
    ...(hasChain ? [t('leagues:rule.gameProof')] : []),
    t('leagues:rule.noRewards'),
  ];
}

/** Returns the rules of a league as sentences, and its other public facts. */
export function leagueFacts(reader: Reader, league: PlannedLeague): LeagueFacts {
  const { t } = reader;
  const {
    name,
    ownerName: owner,
    about,
    prize,
    seasonNumber,
    game,
    joining,
    isLateOpen,
    isListed,
    needsReason,
  } = league;
  const played = game
    ? gameSentences(reader, game, needsReason)
    : [
        t('leagues:rule.season', { number: seasonNumber ?? 0 }),
        t('leagues:rule.score'),
        t('leagues:rule.ties'),
        t('leagues:rule.seen'),
        t('leagues:rule.desk'),
      ];
  const late = game
    ? t(isLateOpen ? 'leagues:rule.gameLate' : 'leagues:rule.gameNotLate')
    : t(isLateOpen ? 'leagues:rule.late' : 'leagues:rule.notLate');
  const rules = [
    ...played,
    t(`leagues:rule.${joining}`),
    ...(isListed ? [t('leagues:rule.listed')] : []),
    // a closed link lets nobody in, early or late
    ...(joining === 'closed' ? [] : [late]),
    t('leagues:rule.back'),
    t('leagues:rule.fair'),
  ];
  return { name, owner, about, prize, rules };
}

/**
 * Returns the facts of the league that a form describes, worded as on its page. Null when a field did not fit into the
 * flash, and when no league with these fields can be started any more.
 */
export async function typedPreview(
  ctx: ReaderWith<'leagues', { user: SessionUser }>,
  typed: Readonly<Record<string, string>>,
): Promise<LeagueFacts | null> {
  const fields = LeagueFields.safeParse(typed);
  if (!fields.success || LONG_FIELDS.some((name) => typed[name] === undefined)) return null;
  try {
    return leagueFacts(ctx, await ctx.services.leagues.preview(ctx.user, fields.data));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Returns a text that names the league's season, or its private game and the start cash. */
export const kindText = (
  t: Reader['t'],
  { game, seasonNumber }: Pick<League, 'game' | 'seasonNumber'>,
): string =>
  game
    ? t('leagues:directory.own', { cash: formatDollars(game.startCash) })
    : t('leagues:directory.season', { number: seasonNumber ?? 0 });

/** Returns the page on which the members of a league trade; null while nobody can trade. */
const tradePath = ({ id, game, archivedAt }: League, phase: LeaguePhase): string | null =>
  phase === 'running' && archivedAt === null ? chartPath(game ? (id as LeagueGame) : 'season') : null;

/** Returns a text such as "Members: 12 of 500"; the second number is the limit. */
export const membersText = (t: Reader['t'], league: Pick<League, 'members' | 'game'>): string =>
  t('leagues:membersOf', {
    members: formatNumber(league.members),
    most: formatNumber(LEAGUE_LIMITS[kindOf(league)].members),
  });

const membersIn = ({ rows }: LeagueTable): number => rows.filter(({ hasLeft }) => !hasLeft).length;

/** Returns the text of a member's place; null without a row in the table. */
function placeText(t: Reader['t'], table: LeagueTable, userId: number): string | null {
  const row = table.rows.find((each) => each.userId === userId);
  if (!row) return null;
  if (row.place === null) return t(table.phase === 'over' ? 'leagues:noPlaceAtEnd' : 'leagues:noPlace');
  return t('leagues:place', { place: formatNumber(row.place), members: formatNumber(membersIn(table)) });
}

const sinceDayBegan = ({ t, zone }: Reader, { since, percent }: DayChange): LeagueCard['today'] => ({
  since: t('leagues:since', { time: formatTime(since, zone) }),
  change: changeFigure(percent),
});

export async function leagueCards(
  ctx: ReaderWith<'clock' | 'equity' | 'leagues' | 'market' | 'seasons' | 'sql'>,
  leagues: readonly OwnLeague[],
  user: SessionUser,
): Promise<LeagueCard[]> {
  const { services, t, zone } = ctx;
  const tables = await services.leagues.tables(leagues, user);
  const changes = await dayChanges(services, leagues, tables, { userId: user.id, zone });
  return leagues.map((league) => {
    const table = tables.get(league.id)!;
    const today = changes.get(league.id);
    const ownRow = table.rows.find((row) => row.userId === user.id)!;
    const isRunBy = league.ownerId === user.id && league.archivedAt === null;
    return {
      id: league.id,
      name: league.name,
      kind: kindText(t, league),
      trade: tradePath(league, table.phase),
      place: placeText(t, table, user.id),
      change: changeOf(ownRow),
      today: today ? sinceDayBegan(ctx, today) : null,
      members: t('leagues:members', { members: formatNumber(league.members) }),
      when: league.archivedAt ? t('leagues:isArchived') : leagueTime(ctx, league),
      requests: isRunBy && league.waiting > 0 ? t('leagues:requests', { count: league.waiting }) : null,
    };
  });
}

export function leagueHead(
  ctx: ReaderWith<'seasons' | 'clock' | 'settings'>,
  league: League,
  table: LeagueTable,
  { user, membership }: { user: SessionUser; membership: LeagueMember | null },
): LeagueHead {
  const { services, t } = ctx;
  const { id, code, name, members, waiting, archivedAt, seasonNumber, game } = league;
  const { phase } = table;
  const isAlive = archivedAt === null && phase !== 'over';
  const endsAt = game ? game.endsAt.getTime() : services.seasons.schedule().endsAt;
  const days =
    isAlive && phase === 'running' && endsAt !== null
      ? t('leagues:daysLeft', { days: daysBetween(services.clock.now(), endsAt) })
      : null;
  const facts = [
    placeText(t, table, user.id),
    membersText(t, league),
    isAlive && leagueTime(ctx, league),
    days,
  ];
  return {
    id,
    name,
    facts: facts.filter((fact) => typeof fact === 'string'),
    note: archivedAt
      ? t('leagues:isArchived')
      : phase === 'over'
        ? game
          ? t('leagues:gameOver')
          : t('leagues:isOver', { number: seasonNumber ?? 0 })
        : null,
    check: game && phase === 'over' && game.hasChain ? `/leagues/${id}/check` : null,
    invitation:
      archivedAt === null && isLinkOpen(league, phase)
        ? {
            address: `${services.settings.publicUrl}/leagues/join/${code}`,
            code: t('leagues:inviteCode', { code: invitationText(code) }),
          }
        : null,
    trade: tradePath(league, phase),
    portfolio: game && phase !== 'before' ? portfolioPath(id as LeagueGame) : null,
    isAlone: members === 1,
    desk:
      league.ownerId === user.id || membership?.isHelper
        ? waiting > 0 && archivedAt === null
          ? t('leagues:desk.tabWith', { count: waiting })
          : t('leagues:desk.tab')
        : null,
  };
}

/**
 * Returns page `pageNumber` (from 1) of the standings, or the last page.
 * @param hrefOf the address behind a member's name; null links the trader's page
 */
export async function standingsView(
  { services, t, locale, zone }: ReaderWith<'sql' | 'seasons'>,
  table: LeagueTable,
  pageNumber: number,
  hrefOf: ((userId: number) => string) | null,
): Promise<StandingsView> {
  const pages = pageCount(table.rows.length, TABLE_ROWS);
  const page = Math.min(pageNumber, pages);
  const from = (page - 1) * TABLE_ROWS;
  const visible = table.rows.slice(from, from + TABLE_ROWS);
  const people = await namesAndLogos(
    services.sql,
    visible.map(({ userId }) => userId),
  );
  const rows = visible.map((row, i): LeagueRow => {
    const { userId, place, equity, hasLeft, changedAt } = row;
    const person = people.get(userId) ?? { username: '', logo: null, hasPage: false, isSimulated: false };
    return {
      ...person,
      ...(hrefOf && { href: hrefOf(userId) }),
      userId,
      number: from + i + 1,
      place,
      move: null,
      rank: 'CADET',
      isDisqualified: false,
      change: changeOf(row),
      total: table.isLate ? formatDollars(equity) : formatCents(equity),
      trades: null,
      left: hasLeft ? t('leagues:leftOn', { date: formatDate(changedAt, { locale, zone }) }) : null,
    };
  });
  return { rows, page, pages, note: table.isLate ? lateNote({ services, t }, table) : null };
}

/** Returns the text that explains why the figures of others are late and rounded. */
export function lateNote(
  { services: { seasons }, t }: { services: Pick<Services, 'seasons'>; t: Reader['t'] },
  { startCash }: LeagueTable,
): string {
  const step = formatDollars(totalStep(startCash));
  return seasons.frozenSince() === null
    ? t('leaderboards:late', { step })
    : t('leaderboards:frozenTable', { count: seasons.details().frozenHours, step });
}

const MEMBER_ROWS = 50;

export function memberView(
  { t, locale, zone }: Reader,
  { ownerId }: Pick<League, 'ownerId'>,
  { userId, username, state, isHelper, joinedAt, changedAt, reason }: LeagueMember,
): MemberView {
  const date = (at: Date) => formatDate(at, { locale, zone });
  return {
    userId,
    username,
    when:
      state === 'removed'
        ? t('leagues:removedOn', { date: date(changedAt) })
        : state === 'waiting'
          ? t('leagues:askedOn', { date: date(changedAt) })
          : t('leagues:joinedOn', { date: date(joinedAt ?? changedAt) }),
    role: userId === ownerId ? 'owner' : isHelper ? 'helper' : null,
    reason: state === 'removed' ? reason : null,
  };
}

/** Returns page `pageNumber` (from 1) of the members, or the last page. */
export async function membersView(
  ctx: ReaderWith<'leagues' | 'seasons', { user: SessionUser }>,
  { league, membership }: { league: League; membership: LeagueMember | null },
  pageNumber: number,
): Promise<MembersView> {
  const { services, user } = ctx;
  const { id, ownerId, archivedAt } = league;
  const pages = pageCount(league.members, MEMBER_ROWS);
  const page = Math.min(pageNumber, pages);
  const range = { offset: (page - 1) * MEMBER_ROWS, limit: MEMBER_ROWS };
  const members = await services.leagues.people(id, ['in'], range);
  return {
    members: members.map((member) => memberView(ctx, league, member)),
    page,
    pages,
    leaving:
      membership !== null && user.id !== ownerId && archivedAt === null ? leaveTexts(ctx, league) : null,
  };
}

/** Returns what leaving a league means for a member, as sentences. */
function leaveTexts({ services, t }: ReaderWith<'seasons'>, league: League): string[] {
  const phase = leaguePhase(league, services.seasons.current());
  if (phase === 'over') return [t('leagues:leaveFinal')];
  return [
    t('leagues:leaveHint'),
    ...(league.game && phase === 'running' ? [t('leagues:leaveGame')] : []),
    t(league.joining === 'closed' ? 'leagues:leaveClosed' : 'leagues:leaveBack'),
  ];
}

const MOST_CHANGES = 30;

/** Returns a league's rules, its newest changes, and the settings that the reader may change. */
export async function leagueRulesView(
  ctx: ReaderWith<
    'leagues' | 'sql' | 'seasons' | 'databaseClock',
    Pick<RequestContext, 'flash'> & { user: SessionUser }
  >,
  league: League,
  phase: LeaguePhase,
): Promise<LeagueRulesView> {
  const { services, t, locale, zone, user, flash } = ctx;
  const { id, ownerId, archivedAt, seasonNumber, game } = league;
  const isOwner = user.id === ownerId && archivedAt === null;
  const changes = await services.leagues.changes(id, MOST_CHANGES);
  const hasOthers = isOwner && (await hadOthers(services.sql, id, ownerId));
  const worded = (field: string, value: string) => {
    if (field === 'joining') return t(`leagues:form.${value as League['joining']}`);
    if (field === 'isLateOpen' || field === 'isListed' || field === 'needsReason' || field === 'longOnly')
      return t(value === 'true' ? 'leagues:yes' : 'leagues:no');
    if (field === 'startsAt' || field === 'endsAt')
      return formatDateTime(Date.parse(value), { locale, zone });
    if (field === 'startCash' || field === 'minPrice') return formatCents(readCents(value));
    if (field === 'positionView') return t(`leagues:form.positionsSeen.${value as OwnGame['positionView']}`);
    if (field === 'sectors' && value !== '') return sectorNames(t, value.split(','));
    return value === '' ? t('leagues:empty') : nameInSentence(value);
  };
  const form = typedLeague(leagueValues(ctx, league), flash?.values);
  return {
    ...leagueFacts(ctx, league),
    seasonNumber,
    proof: game && (await gameProofView(ctx, league, game)),
    changes: changes.map(({ field, before, after, username, at }, i) => ({
      id: `${at.getTime()} ${i}`,
      text: t('leagues:change', {
        field: t(`leagues:field.${field as 'name'}`),
        before: worded(field, before),
        after: worded(field, after),
      }),
      by: `${nameInSentence(username)}, ${formatDateTime(at, { locale, zone })}`,
    })),
    edit:
      isOwner && phase !== 'over'
        ? {
            values: form.league,
            game: form.game,
            fixed: fixedFields(league, hasOthers),
            zone,
            issues: flash?.issues ?? {},
          }
        : null,
    canPlayAgain: game !== null && phase === 'over' && user.id === ownerId,
    ending: isOwner
      ? phase === 'before' || (!hasOthers && !game)
        ? 'delete'
        : 'archive'
      : user.isAdmin && archivedAt === null
        ? 'admin'
        : null,
    endsGame: game !== null && phase === 'running',
  };
}
