import { z } from 'zod';
import { localHref } from '#components/layout/local-href.ts';
import { AfterSeason } from '#components/season/AfterSeason.tsx';
import { type Disqualifying, SeasonPage } from '#components/season/SeasonPage.tsx';
import { Disqualified, EXCERPT, WithoutPrize } from '#components/season/SeasonTables.tsx';
import { SeasonNumber } from '#core/contract/fields.ts';
import { clampPage, pageCount } from '#core/contract/pages.ts';
import { TABLE_ROWS } from '#core/leaderboard/row.ts';
import { formatDollars, formatMoment, formatPrize } from '#core/locale/format.ts';
import { readCents } from '#core/money/money.ts';
import { prizesByTrader } from '#db/queries/season/awards.ts';
import { oldestMark } from '#db/queries/season/closing.ts';
import { publicReasons } from '#db/queries/season/prize-desk.ts';
import { resultCounts, resultRows } from '#db/queries/season/results.ts';
import { type SeasonRow, seasonByNumber } from '#db/queries/season/seasons.ts';
import { notFound, page } from '#framework/define.ts';
import type { Translate } from '#framework/page.tsx';
import Countdown from '#islands/Countdown.ts';
import { cardHref } from '#services/home/link-cards.ts';
import { READABLE } from '#services/platform/public-pages.ts';
import { prizeText, reviewText } from '#services/prizes/deal.ts';
import { fairnessView } from '#services/proof/fairness.ts';
import { readAffected } from '#services/season/admin-actions.ts';
import { readChanges } from '#services/season/changes.ts';
import { finalWorth, leastPrize, nextAfter, readSeasonOver } from '#services/season/outcome.ts';
import { rulesOfSeason } from '#services/season/rules.ts';
import type { Services } from '#services/services.ts';
import { shareLink } from '../../_share-link.tsx';

/** The page shows the time of the season's oldest price mark if it is more than this before the season's end, ms. */
const OLD_MS = 60_000;

export default page({
  ...READABLE,
  params: SeasonNumber,
  query: z.object({
    page: z.string().optional(),
    /** The trader whose disqualification the admin must confirm, and the reason. */
    username: z.string().max(100).optional(),
    reason: z.string().trim().max(500).optional(),
  }),

  async load({ services, params, query, user, locale, zone, flash, t }) {
    const { sql, seasons, reads } = services;
    const season = await seasonByNumber(sql, params.number);
    if (!season) throw notFound();
    const counts = await reads.ofSeason(season, (from) => resultCounts(from, season.id));
    const [prizes, reasons] = await reads.ofSeason(season, (from) =>
      Promise.all([prizesByTrader(from, season.id), publicReasons(from, season.id)]),
    );
    const { traders, ranked } = counts;
    const listPage = clampPage(query.page, TABLE_ROWS, traders);
    const over = season.endedAt && (await readSeasonOver(services, season, counts, prizes, user?.id ?? null));
    const ownRow = query.page === undefined ? (over?.finish?.rowNumber ?? 0) : 0;
    const isExcerpt = ownRow >= EXCERPT.from;
    const [rows, fairness, marked, changes] = await Promise.all([
      reads.ofSeason(season, async (from) => {
        const parts = isExcerpt
          ? excerptOf(ownRow)
          : [[(listPage.page - 1) * TABLE_ROWS + 1, TABLE_ROWS] as const];
        const read = parts.map(([first, count]) => resultRows(from, season.id, first, count));
        return (await Promise.all(read)).flat();
      }),
      fairnessView(services, season, locale),
      oldestMark(sql, season.id),
      readChanges(services, season, { locale, zone, t }),
    ]);
    const practice = seasons.practice(season);
    const date = (at: Date | number) => formatMoment(at, { locale, zone });
    return {
      number: season.number,
      started: season.startedAt ? date(season.startedAt) : '–',
      ended: season.endedAt && date(season.endedAt),
      review: reviewText(season, { now: services.clock.now(), locale, zone, t }),
      marked:
        marked && season.endedAt && season.endedAt.getTime() - marked.getTime() > OLD_MS
          ? date(marked)
          : null,
      prize: formatPrize(season.prizePool),
      startCash: formatDollars(readCents(season.startCash)),
      rules: rulesOfSeason(season, { t, locale, zone }),
      changes,
      traders,
      ranked,
      share: shareOfFirst(season, prizes),
      over,
      next: season.endedAt && nextAfter(services, season, { locale, zone }),
      rows: rows.map((row) => rowView(row, season, prizes.get(row.userId), reasons.get(row.userId) ?? null)),
      isExcerpt,
      page: listPage.page,
      pages: pageCount(traders, TABLE_ROWS),
      practice,
      fairness,
      about: {
        site: services.settings.publicUrl,
        path: `/competitions/${season.number}`,
        starts: season.startedAt?.toISOString() ?? null,
        ends: seasons.schedule().endsAt,
        isRunning: season.status === 'active',
      },
      ruling: await rulingOf(services, season, { ...query, ...flash?.values }, user?.isAdmin === true, t),
    };
  },

  head: ({ data, t, ctx }) => ({
    title: t('seasons:title', { number: data.number }),
    description: t(data.ended ? 'seasons:about' : 'seasons:aboutRunning', {
      number: data.number,
      prize: data.prize,
      traders: data.traders,
    }),
    image: cardHref(`/seasons/${data.number}`, ctx.locale),
    jsonLd: {
      '@context': 'https://schema.org',
      '@graph': aboutSeason(data.about, t('seasons:title', { number: data.number }), t('nav:competitions')),
    },
  }),
  view: ({ data: { about, next, ...season }, t, ctx: { locale, user } }) => (
    <SeasonPage
      {...season}
      rows={season.rows.map(({ disqualified, withoutPrize, ...row }) => ({
        ...row,
        tag: disqualified ? (
          <Disqualified reason={disqualified} />
        ) : (
          withoutPrize && <WithoutPrize reason={withoutPrize} />
        ),
      }))}
      after={
        season.ended && (
          <AfterSeason
            number={season.number}
            next={next}
            isOwn={season.over?.finish != null}
            countdown={user && Countdown}
          />
        )
      }
      link={shareLink(t, about.site + localHref(about.path, { user: null, locale }))}
    />
  ),
});

function rowView(
  row: Awaited<ReturnType<typeof resultRows>>[number],
  season: SeasonRow,
  prize: bigint | undefined,
  withoutPrize: string | null,
) {
  const { userId, username, rank, trades, logo, disqualified, isSimulated, hasPage } = row;
  const { equity, change } = finalWorth(readCents(row.equity), readCents(season.startCash));
  return {
    userId,
    username,
    rank,
    trades,
    logo,
    disqualified,
    isSimulated,
    hasPage,
    change,
    number: row.rowNumber,
    total: equity,
    move: null,
    place: row.ranked ? row.place : null,
    isDisqualified: disqualified !== null,
    prize: prize === undefined ? null : prizeText(prize),
    withoutPrize,
  };
}

/**
 * Returns how many traders share the prize of place 1, and the smallest share; null when fewer than two traders win or
 * other places win too.
 */
function shareOfFirst({ prizeSplit }: SeasonRow, prizes: ReadonlyMap<number, bigint>) {
  if (prizeSplit.length > 1 || prizes.size < 2) return null;
  return { amount: leastPrize([...prizes.values()])!, count: prizes.size };
}

async function rulingOf(
  services: Pick<Services, 'sql' | 'leaderboard' | 'seasons'>,
  season: SeasonRow,
  { username = '', reason = '' }: { username?: string; reason?: string },
  isAdmin: boolean,
  t: Translate,
): Promise<Disqualifying> {
  const isAsked = isAdmin && username.trim() !== '' && reason !== '';
  const trader = isAsked ? await readAffected(services, username, season) : null;
  return { username, reason, trader, issue: isAsked && !trader ? t('errors:UNKNOWN_TRADER') : null };
}

/**
 * Returns the parts of an excerpt of the table, each as its first row and its number of rows: the top, and the rows
 * around the reader's row.
 * @param own number of the reader's row
 */
const excerptOf = (own: number) =>
  [
    [1, EXCERPT.first],
    [own - EXCERPT.beside, 2 * EXCERPT.beside + 1],
  ] as const;

type About = { site: string; path: string; starts: string | null; ends: number | null; isRunning: boolean };

/** Returns structured data: the breadcrumbs, and the event while the season runs. */
function aboutSeason({ site, path, starts, ends, isRunning }: About, name: string, above: string): object[] {
  const crumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: above, item: `${site}/competitions` },
      { '@type': 'ListItem', position: 2, name },
    ],
  };
  if (!isRunning) return [crumbs];
  const event = {
    '@type': 'Event',
    name: `Paperpit: ${name}`,
    startDate: starts,
    ...(ends !== null && { endDate: new Date(ends).toISOString() }),
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    isAccessibleForFree: true,
    location: { '@type': 'VirtualLocation', url: site + path },
    organizer: { '@type': 'Organization', name: 'Paperpit', url: `${site}/` },
  };
  return [event, crumbs];
}
