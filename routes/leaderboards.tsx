import { z } from 'zod';
import { pictureOf } from '#components/items/picture.ts';
import { pageHref, rowId, traderHref } from '#components/leaderboard/hrefs.ts';
import { LeaderboardPage } from '#components/leaderboard/LeaderboardPage.tsx';
import { StandingsTable } from '#components/leaderboard/StandingsTable.tsx';
import { OWN_ROW, ownRow } from '#components/leaderboard/standings-table.ts';
import { TraderDialog } from '#components/leaderboard/TraderDialog.tsx';
import { outfitOf } from '#core/account/profile.ts';
import type { EquityPoint } from '#core/leaderboard/equity.ts';
import { type OwnStanding, PAGE_SIZE, pageOf } from '#core/leaderboard/standing.ts';
import { formatCents, formatDateTime, formatDollars, formatUsd } from '#core/locale/format.ts';
import { CENT_DIGITS, toNumber } from '#core/money/money.ts';
import { type PageContext, page } from '#framework/define.ts';
import { Attach } from '#framework/islands/attach.tsx';
import LiveRegion from '#islands/LiveRegion.ts';
import { hidesOthers, inDollars } from '#services/account/privacy.ts';
import {
  TRADER_TABS,
  type TraderCard,
  type TraderStats,
  type TraderTab,
  traderCard,
} from '#services/account/trader.ts';
import type { StandingsPage } from '#services/leaderboard/leaderboard.ts';

/** Where a reader's own place and link go in the page drawn for all. Random: no username can equal them. */
const PLACE = `place${crypto.randomUUID()}`;
const HREF = `href${crypto.randomUUID()}`;

/** A new pass of the ranking is announced. */
const LIVE = { on: ['standings'], everyMs: 30_000, leastMs: 2_000 };

type Data = {
  shown: StandingsPage | null;
  mine: OwnStanding | null;
  trader: TraderCard | null;
  tab: TraderTab;
  /** The season's rules keep the figures of others from the reader. */
  hidden: boolean;
};

export default page({
  query: z.object({
    page: z.string().optional(),
    trader: z.string().max(100).optional(),
    tab: z.enum(TRADER_TABS).optional(),
  }),

  async load({ services, query, user }): Promise<Data> {
    const { standings, log } = services;
    const tab = query.tab ?? 'stats';
    const hidden = hidesOthers(services.seasons, user!);
    const trader = query.trader === undefined ? null : await traderCard(services, query.trader, tab, user!);
    try {
      const [shown, mine] = await Promise.all([
        standings.page(query.page, PAGE_SIZE),
        standings.mine(user!.id),
      ]);
      return { shown, mine, trader, tab, hidden };
    } catch (error) {
      log.error({ err: error }, 'the leaderboard could not be read');
      return { shown: null, mine: null, trader, tab, hidden };
    }
  },

  head: ({ t }) => ({ title: t('leaderboards:title') }),

  view: ({ data: { shown, mine, trader, tab }, ctx }) => (
    <Attach behaviour={LiveRegion} props={LIVE}>
      <div data-live="leaderboard">
        <LeaderboardPage
          table={shown && drawTable(shown, ctx)}
          mine={
            mine && {
              place: PLACE,
              href: HREF,
              ranked: mine.place !== null,
              isDisqualified: mine.isDisqualified,
            }
          }
          traders={shown?.state.traders ?? 0}
          page={shown?.page ?? 1}
          pages={shown ? pageOf(Math.max(1, shown.state.traders)) : 1}
          frozen={shown?.state.frozen ?? false}
        />
        {trader && (
          <TraderDialog
            trader={viewOf(trader, ctx)}
            tab={tab}
            back={`${pageHref(shown?.page ?? 1)}#${encodeURIComponent(rowId(trader.username))}`}
            hrefOf={(to) => traderHref(shown?.page ?? 1, trader.username, to)}
          />
        )}
      </div>
    </Attach>
  ),

  // drawn once for each ranking pass, page and language; a reader's place, link and row are put in afterwards
  template: {
    version: ({ data: { shown, mine, trader, hidden } }) => ({
      key: trader
        ? 'trader'
        : `${shown?.page ?? 'error'} ${mine ? `${mine.place !== null} ${mine.isDisqualified}` : 'none'} ${hidden}`,
      // a trader's dialog is new each time
      value: shown && !trader ? shown.version : crypto.randomUUID(),
    }),
    own: ({ data: { mine }, t }) =>
      mine
        ? [
            [PLACE, String(mine.place ?? mine.rowNumber)],
            [HREF, `${pageHref(pageOf(mine.rowNumber))}#${OWN_ROW}`],
            ownRow(mine.userId, t('leaderboards:you')),
          ]
        : [],
  },
});

function drawTable({ page: number, version, rows }: StandingsPage, ctx: PageContext): string {
  const isHidden = hidesOthers(ctx.services.seasons, ctx.user!);
  return ctx.fragment(`standings ${number} ${isHidden}`, version, () => (
    <StandingsTable
      page={number}
      rows={rows.map(({ userId, username, place, rank, isDisqualified, equity, logo }) => ({
        ...{ userId, username, place, rank, isDisqualified },
        total: isHidden ? formatDollars(inDollars(equity)) : formatCents(equity),
        logoUrl: pictureOf(logo),
      }))}
    />
  ));
}

function viewOf(card: TraderCard, ctx: PageContext) {
  const { username, place, rank, disqualified, profile, total, stats, trades } = card;
  const { locale, zone } = ctx;
  return {
    ...{ username, place, rank, disqualified },
    stats: stats && { ...stats, curve: curveOf(username, stats.curves) },
    level: profile.level,
    outfit: outfitOf(profile),
    cash: profile.balance === null ? null : formatUsd(profile.balance),
    total: total === null ? null : formatDollars(total),
    hidden: trades?.hidden ?? false,
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

function curveOf(username: string, curves: TraderStats['curves']) {
  const drawn = (name: string, points: readonly EquityPoint[]) => ({
    name,
    points: points.map(({ at, equity }) => [at, toNumber(equity, CENT_DIGITS)] as const),
  });
  if (!curves) return null;
  const { own, leader } = curves;
  return { trader: drawn(username, own), leader: leader && drawn(leader.username, leader.points) };
}
