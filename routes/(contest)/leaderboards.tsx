import type { ReactNode } from 'react';
import { z } from 'zod';
import { localHref } from '#components/layout/local-href.ts';
import { drawnCurves } from '#components/leaderboard/EquityChart.tsx';
import {
  FIND,
  pageHref,
  reportHref,
  rowId,
  traderHref,
  traderPageHref,
} from '#components/leaderboard/hrefs.ts';
import { type Contest, LeaderboardPage } from '#components/leaderboard/LeaderboardPage.tsx';
import { TraderDialog } from '#components/leaderboard/TraderDialog.tsx';
import {
  changeSide,
  type PlaceGap,
  type ReaderRow,
  readerTag,
  type TradersRow,
} from '#components/leaderboard/TradersTable.tsx';
import { pictureOf } from '#components/shop/hrefs.ts';
import { outfitOf } from '#core/account/profile.ts';
import { initials } from '#core/account/username.ts';
import { SeasonChoice } from '#core/contract/fields.ts';
import { pageCount, pageOf } from '#core/contract/pages.ts';
import { type RowFigures, TABLE_ROWS } from '#core/leaderboard/row.ts';
import {
  formatCents,
  formatChange,
  formatDateTime,
  formatDollars,
  formatPrize,
  formatUsd,
} from '#core/locale/format.ts';
import { readCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { returnPercent } from '#core/trading/pnl.ts';
import { type PageContext, page, redirect } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import { type SlotValues, slot } from '#framework/shared-document.ts';
import LiveRegion from '#islands/LiveRegion.ts';
import { totalStep, VISITOR } from '#services/account/privacy.ts';
import { readerRow } from '#services/account/reader.ts';
import type { LeaderboardRows } from '#services/leaderboard/leaderboard.ts';
import { placeGap, tableRow } from '#services/leaderboard/table-row.ts';
import { READABLE } from '#services/platform/public-pages.ts';
import type { Season, Seasons } from '#services/season/seasons.ts';
import { TRADER_TABS, type TraderCard, type TraderTab, traderCard } from '#services/trader/trader-card.ts';

/** A refresh is 17 KB. Refreshing at each ranking pass, every two seconds, would be 30 MB an hour. */
const LIVE = { on: ['standings'], everyMs: 30_000, leastMs: 10_000 };

/** The maximum number of rows in the table of community members. */
const MOST_MEMBERS = 500;

type Data = {
  table: LeaderboardRows | null;
  standing: RowFigures | null;
  gap: PlaceGap | null;
  find: string | null;
  /** True when the table shows community members only; null for a reader who may not see that table. */
  showsMembers: boolean | null;
  startCash: Cents;
  trader: TraderCard | null;
  tab: TraderTab;
  /** The step to which delayed totals are rounded while open positions are hidden from this reader; null otherwise. */
  step: Cents | null;
  /** Hours before the season's end in which the table is frozen; null while the table is not frozen for this reader. */
  frozenHours: number | null;
  contest: Contest | null;
};

export default page({
  ...READABLE,
  query: z.object({
    page: z.string().optional(),
    trader: z.string().max(100).optional(),
    tab: z.enum(TRADER_TABS).optional(),
    season: SeasonChoice.optional(),
    show: z.literal('members').optional().catch(undefined),
    [FIND]: z.string().trim().max(100).optional(),
  }),

  async load(ctx): Promise<Data> {
    const { services, query, user, locale } = ctx;
    const { leaderboard, log } = services;
    if (user) services.firstSteps.saw(user.id, 'table');
    // visitors cannot open the dialog
    if (!user && query.trader !== undefined)
      throw redirect(localHref(traderPageHref(query.trader), { user, locale }));
    const tab = query.tab ?? 'stats';
    const board = leaderboard.seenBy(user ?? VISITOR);
    const season = services.seasons.current();
    const startCash = readCents(season?.startCash ?? '0');
    const step = board.isLate ? totalStep(startCash) : null;
    const trader =
      user && query.trader !== undefined
        ? await traderCard(services, query.trader, tab, user, query.season)
        : null;
    const find = query.find || null;
    const contest = user || !season ? null : contestOf(services.seasons, season);
    const mayShow = services.membership.isOn && (user?.isStaff || user?.isCommunityMember);
    const showsMembers = mayShow ? query.show === 'members' && find === null : null;
    const isFrozen = board.isLate && services.seasons.frozenSince() !== null;
    const frozenHours = isFrozen ? services.seasons.details().frozenHours : null;
    const base = { find, showsMembers, startCash, trader, tab, step, frozenHours, contest };
    try {
      const [tablePage, standing] = await Promise.all([board.page(query.page, TABLE_ROWS), readerRow(ctx)]);
      const part = showsMembers
        ? await board.of(await services.membership.list(), MOST_MEMBERS)
        : find !== null && (await board.find(find));
      const table = part ? { ...tablePage, rows: part } : tablePage;
      const gap = user && (await placeGap(services, user, standing));
      return { ...base, table, standing, gap };
    } catch (error) {
      log.error({ err: error }, 'the leaderboard could not be read');
      return { ...base, table: null, standing: null, gap: null };
    }
  },

  head: ({ t }) => ({ title: t('leaderboards:title'), description: t('leaderboards:about') }),

  view: ({
    data: { table, standing, trader, tab, step, frozenHours, find, showsMembers, startCash, contest },
    ctx,
  }) => (
    <Live user={ctx.user}>
      <LeaderboardPage
        rows={table && rowsOf(table, startCash, step !== null)}
        mine={
          standing && {
            place: slot('place'),
            href: slot('href'),
            ranked: standing.place !== null,
            isDisqualified: standing.isDisqualified,
          }
        }
        readerRow={isAway(table, standing) ? READER_SLOTS : null}
        find={find}
        showsMembers={showsMembers}
        traders={table?.state.traders ?? 0}
        page={table?.page ?? 1}
        pages={table ? pageCount(table.state.traders, TABLE_ROWS) : 1}
        frozen={table?.state.frozen ?? false}
        step={step === null ? null : formatDollars(step)}
        frozenHours={frozenHours}
        contest={contest}
      />
      {trader && (
        <TraderDialog
          trader={viewOf(trader, ctx)}
          tab={tab}
          back={pageHref(table?.page ?? 1) + rowOf(table, trader.username)}
          hrefOf={(to, season) => traderHref(table?.page ?? 1, trader.username, to, season)}
          reportHref={
            ctx.user?.isGuest || trader.username === ctx.user?.username ? null : reportHref(trader.username)
          }
        />
      )}
    </Live>
  ),

  // rendered once for each ranking pass, page and language; slots hold the reader's place, link and tag
  shared: {
    key: ({ data: { table, standing, step, frozenHours, showsMembers, contest }, ctx }) =>
      table && `/leaderboards${ctx.url.search}` === pageHref(table.page)
        ? [
            table.version,
            table.page,
            standing && standing.place !== null,
            standing?.isDisqualified,
            isAway(table, standing),
            step,
            frozenHours,
            showsMembers,
            ...Object.values(contest ?? {}),
          ].join(' ')
        : null,
    slots({ data: { standing, gap, startCash }, ctx: { user }, t }): SlotValues {
      if (!standing || !user) return {};
      const place = String(standing.place ?? standing.rowNumber);
      const tag = readerTag(t, gap);
      const change = returnPercent(standing.equity, startCash);
      const logoUrl = pictureOf(user.logo ?? null);
      const row: ReaderRow = {
        place: standing.place === null ? '–' : place,
        href: `${pageHref(pageOf(standing.rowNumber, TABLE_ROWS))}#${rowId(standing.rowNumber)}`,
        username: user.username,
        initials: logoUrl ? '' : initials(user.username),
        face: logoUrl ? `<img src="${logoUrl}" alt="">` : '',
        side: changeSide(change) ?? '',
        change: formatChange(change),
        total: formatCents(standing.equity),
        trades: standing.trades === null ? '' : String(standing.trades),
        tag,
      };
      return { ...named(row), place, href: row.href, [`tag${standing.userId}`]: tag };
    },
  },
});

/** Returns the slots of the reader's row by name. */
const named = (row: ReaderRow) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [`reader${name}`, value]));
const READER_SLOTS = Object.fromEntries(
  (
    ['place', 'href', 'username', 'initials', 'face', 'side', 'change', 'total', 'trades', 'tag'] as const
  ).map((name) => [name, slot(`reader${name}`)]),
) as ReaderRow;

/** True when the reader has a row that is not among the listed ones. */
const isAway = (table: LeaderboardRows | null, standing: RowFigures | null): boolean =>
  table !== null && standing !== null && table.rows.every(({ userId }) => userId !== standing.userId);

function contestOf(seasons: Pick<Seasons, 'practice'>, season: Season): Contest {
  const { number, startCash, prizePool } = season;
  const isForPrize = Number(prizePool) > 0 && seasons.practice(season).length === 0;
  return {
    number,
    cash: formatDollars(readCents(startCash)),
    prize: isForPrize ? formatPrize(prizePool) : null,
  };
}

/** Updates the table live for signed-in readers; a visitor's page has no script. */
function Live({ user, children }: { user: PageContext['user']; children: ReactNode }) {
  if (!user) return children;
  return (
    <Attach behaviour={LiveRegion} props={LIVE}>
      <div data-region="leaderboard" data-equity>
        {children}
      </div>
    </Attach>
  );
}

/** Returns the fragment of a trader's row, to which the focus returns when the dialog closes. */
function rowOf(table: LeaderboardRows | null, username: string): string {
  const row = table?.rows.find((each) => each.username === username);
  return row ? `#${rowId(row.rowNumber)}` : '';
}

function rowsOf({ rows }: LeaderboardRows, startCash: Cents, isHidden: boolean): TradersRow[] {
  return rows.map((row) => ({ ...tableRow(row, startCash, isHidden), tag: slot(`tag${row.userId}`) }));
}

function viewOf(card: TraderCard, { locale, zone }: Pick<PageContext, 'locale' | 'zone'>) {
  const {
    username,
    place,
    rank,
    disqualified,
    profile,
    total,
    stats,
    trades,
    isReadable,
    hasPage,
    isSimulated,
  } = card;
  return {
    username,
    place,
    rank,
    disqualified,
    isReadable,
    hasPage,
    isSimulated,
    stats: stats && { ...stats, curve: stats.curves && drawnCurves(username, stats.curves) },
    level: isReadable ? profile.level : null,
    outfit: isReadable ? outfitOf(profile) : { ...outfitOf(profile), banner: null, badge: null },
    cash: !isReadable || profile.balance === null ? null : formatUsd(profile.balance),
    total: total === null ? null : formatDollars(total),
    hidden: trades?.hidden ?? false,
    seasons: trades?.seasons ?? null,
    trades:
      trades?.rows.map((trade, i) => ({
        key: `${trade.position_id} ${i}`,
        symbol: trade.symbol,
        type: trade.is_short ? ('short' as const) : ('long' as const),
        quantity: trade.buy_quantity,
        entry: trade.buy_price,
        price: trade.close_position_timestamp ? trade.sell_price : trade.current_price,
        pnl: trade.pnl,
        reason: trade.close_reason,
        isOpen: trade.close_position_timestamp === null,
        date: formatDateTime(trade.close_position_timestamp ?? trade.open_position_timestamp, {
          locale,
          zone,
        }),
      })) ?? null,
  };
}
