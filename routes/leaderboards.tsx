import { z } from 'zod';
import { pictureOf } from '#components/items/picture.ts';
import { pageHref, rowId, traderHref } from '#components/leaderboard/hrefs.ts';
import { LeaderboardPage } from '#components/leaderboard/LeaderboardPage.tsx';
import { OWN_ROW, type StandingsRow } from '#components/leaderboard/StandingsTable.tsx';
import { TraderDialog } from '#components/leaderboard/TraderDialog.tsx';
import { outfitOf } from '#core/account/profile.ts';
import type { EquityPoint } from '#core/leaderboard/equity.ts';
import { type OwnStanding, PAGE_SIZE, pageOf } from '#core/leaderboard/standing.ts';
import { formatCents, formatDateTime, formatDollars, formatUsd } from '#core/locale/format.ts';
import { CENT_DIGITS, toNumber } from '#core/money/money.ts';
import { type PageContext, page } from '#framework/define.ts';
import { Attach } from '#framework/islands/attach.tsx';
import { type SlotValues, slot } from '#framework/shared-document.ts';
import LiveRegion from '#islands/LiveRegion.ts';
import { hidesOthers, inDollars } from '#services/account/privacy.ts';
import {
  TRADER_TABS,
  type TraderCard,
  type TraderStats,
  type TraderTab,
  traderCard,
} from '#services/account/trader.ts';
import type { LeaderboardRows } from '#services/leaderboard/leaderboard.ts';

/** A new pass of the ranking is announced. */
const LIVE = { on: ['standings'], everyMs: 30_000, leastMs: 2_000 };

type Data = {
  shown: LeaderboardRows | null;
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
    const { leaderboard, log } = services;
    const tab = query.tab ?? 'stats';
    const hidden = hidesOthers(services.seasons, user);
    const trader = query.trader === undefined ? null : await traderCard(services, query.trader, tab, user);
    try {
      const [shown, mine] = await Promise.all([
        leaderboard.page(query.page, PAGE_SIZE),
        leaderboard.mine(user.id),
      ]);
      return { shown, mine, trader, tab, hidden };
    } catch (error) {
      log.error({ err: error }, 'the leaderboard could not be read');
      return { shown: null, mine: null, trader, tab, hidden };
    }
  },

  head: ({ t }) => ({ title: t('leaderboards:title') }),

  view: ({ data: { shown, mine, trader, tab, hidden }, ctx }) => (
    <Attach behaviour={LiveRegion} props={LIVE}>
      <div data-live="leaderboard">
        <LeaderboardPage
          rows={shown && rowsOf(shown, hidden)}
          mine={
            mine && {
              place: slot('place'),
              href: slot('href'),
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

  // drawn once for each ranking pass, page and language; a reader's place, link and tag go into its slots
  shared: {
    key: ({ data: { shown, mine, trader, hidden } }) =>
      shown && !trader
        ? [shown.version, shown.page, mine && mine.place !== null, mine?.isDisqualified, hidden].join(' ')
        : null,
    slots({ data: { mine }, t }): SlotValues {
      if (!mine) return {};
      return {
        place: String(mine.place ?? mine.rowNumber),
        href: `${pageHref(pageOf(mine.rowNumber))}#${OWN_ROW}`,
        [`tag${mine.userId}`]: `<span id="${OWN_ROW}" class="tag">${t('leaderboards:you')}</span>`,
      };
    },
  },
});

function rowsOf({ rows }: LeaderboardRows, isHidden: boolean): StandingsRow[] {
  return rows.map(({ userId, username, place, rank, isDisqualified, equity, logo }) => ({
    ...{ username, place, rank, isDisqualified },
    total: isHidden ? formatDollars(inDollars(equity)) : formatCents(equity),
    logoUrl: pictureOf(logo),
    tag: slot(`tag${userId}`),
  }));
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
