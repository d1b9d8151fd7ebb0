/** The views of the directory of leagues, and of a listed league for non-members. */
import type { DirectoryView, ListedView } from '#components/leagues/view.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { pageCount } from '#core/contract/pages.ts';
import { leaguePhase } from '#core/leagues/leagues.ts';
import { formatDateTime } from '#core/locale/format.ts';
import type { League } from '#db/queries/leagues/leagues.ts';
import type { RequestContext } from '#framework/define.ts';
import { textsOf } from '#framework/failure.ts';
import type { Services, Using } from '../services.ts';
import { kindText, leagueFacts, leagueTime, membersText } from './league-view.ts';

type Reader<Name extends keyof Services> = Using<
  Name,
  Pick<RequestContext, 't' | 'locale' | 'zone' | 'say'> & { services: Services; user: SessionUser }
>;

const PAGE_ROWS = 50;

const rangeOf = (page: number) => ({ offset: (page - 1) * PAGE_ROWS, limit: PAGE_ROWS });

/** Returns two texts, when a listed league starts and when it ends: with its private game, or with its season. */
function timesOf(
  { services: { seasons }, t, locale, zone }: Reader<'seasons'>,
  { game, seasonNumber }: League,
): string[] {
  const when = (at: number | Date) => formatDateTime(at, { locale, zone });
  const number = seasonNumber ?? 0;
  const current = seasons.current();
  const hasStarted = leaguePhase({ seasonNumber, game }, current) !== 'before';
  const { startsAt: plannedStart, endsAt: plannedEnd } = seasons.schedule();
  const startsAt = game?.startsAt ?? (hasStarted ? current?.startedAt : plannedStart);
  const endsAt = game?.endsAt ?? plannedEnd;
  return [
    startsAt
      ? t(hasStarted ? 'leagues:began' : 'leagues:starts', { when: when(startsAt) })
      : t('leagues:startsWithSeason', { number }),
    endsAt ? t('leagues:ends', { when: when(endsAt) }) : t('leagues:endsWithSeason', { number }),
  ];
}

/** Returns page `pageNumber` (from 1) of the directory, or the last page. */
export async function directoryView(
  ctx: Reader<'leagues' | 'seasons'>,
  pageNumber: number,
): Promise<DirectoryView> {
  const { services, t } = ctx;
  const answer = await services.leagues.directory(rangeOf(pageNumber));
  const pages = pageCount(answer.total, PAGE_ROWS);
  const page = Math.min(pageNumber, pages);
  const { leagues } = page === pageNumber ? answer : await services.leagues.directory(rangeOf(page));
  return {
    leagues: leagues.map((league) => {
      const { id, name } = league;
      return { id, name, facts: [kindText(t, league), membersText(t, league), ...timesOf(ctx, league)] };
    }),
    page,
    pages,
  };
}

/** Returns a listed league for non-members: its rules and a page of the members' names, no figures. */
export async function listedView(
  ctx: Reader<'leagues' | 'seasons' | 'settings'>,
  league: League,
  pageNumber: number,
): Promise<ListedView> {
  const { services, user, t } = ctx;
  const { id, joining, members } = league;
  const pages = pageCount(members, PAGE_ROWS);
  const page = Math.min(pageNumber, pages);
  const [refusal, people] = await Promise.all([
    services.leagues.refusal(league, user),
    services.leagues.people(id, ['in'], rangeOf(page)),
  ]);
  return {
    ...leagueFacts(ctx, league),
    id,
    facts: [membersText(t, league), leagueTime(ctx, league)],
    asks: joining === 'approval',
    refusal: refusal && ctx.say(textsOf(refusal)),
    people: people.map(({ userId, username }) => ({ userId, username })),
    page,
    pages,
  };
}
