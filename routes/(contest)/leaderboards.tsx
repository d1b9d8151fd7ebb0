import type { ReactNode } from 'react';
import { z } from 'zod';
import { localHref } from '#components/layout/local-href.ts';
import { drawnCurves } from '#components/leaderboard/EquityChart.tsx';
import { pageHref, reportHref, rowId, traderHref, traderPageHref } from '#components/leaderboard/hrefs.ts';
import { LeaderboardPage } from '#components/leaderboard/LeaderboardPage.tsx';
import type { LeaderboardTableRow } from '#components/leaderboard/LeaderboardTable.tsx';
import { TraderDialog } from '#components/leaderboard/TraderDialog.tsx';
import { pictureOf } from '#components/shop/picture.ts';
import { outfitOf } from '#core/account/profile.ts';
import { SeasonChoice } from '#core/contract/fields.ts';
import { PAGE_SIZE, pageOf, type RowFigures } from '#core/leaderboard/row.ts';
import { formatCents, formatDateTime, formatDollars, formatUsd } from '#core/locale/format.ts';
import { readCents } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import { type PageContext, page, redirect } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import { type SlotValues, slot } from '#framework/shared-document.ts';
import LiveRegion from '#islands/LiveRegion.ts';
import { totalStep, VISITOR } from '#services/account/privacy.ts';
import type { LeaderboardRows } from '#services/leaderboard/leaderboard.ts';
import { READABLE } from '#services/platform/public-pages.ts';
import { TRADER_TABS, type TraderCard, type TraderTab, traderCard } from '#services/trader/trader-card.ts';

/** A message announces each ranking pass. */
const LIVE = { on: ['standings'], everyMs: 30_000, leastMs: 2_000 };

type Data = {
  shown: LeaderboardRows | null;
  mine: RowFigures | null;
  trader: TraderCard | null;
  tab: TraderTab;
  /** The step of delayed, rounded totals, where the rules hide positions; null otherwise. */
  step: Cents | null;
};

export default page({
  ...READABLE,
  query: z.object({
    page: z.string().optional(),
    trader: z.string().max(100).optional(),
    tab: z.enum(TRADER_TABS).optional(),
    season: SeasonChoice.optional(),
  }),

  async load({ services, query, user, locale }): Promise<Data> {
    const { leaderboard, log } = services;
    if (user) services.firstSteps.saw(user.id, 'table');
    // visitors have no dialog
    if (!user && query.trader !== undefined)
      throw redirect(localHref(traderPageHref(query.trader), { user, locale }));
    const tab = query.tab ?? 'stats';
    const board = leaderboard.seenBy(user ?? VISITOR);
    const startCash = readCents(services.seasons.current()?.startCash ?? '0');
    const step = board.isLate ? totalStep(startCash) : null;
    const trader =
      user && query.trader !== undefined
        ? await traderCard(services, query.trader, tab, user, query.season)
        : null;
    try {
      const [shown, mine] = await Promise.all([
        board.page(query.page, PAGE_SIZE),
        user && board.mine(user.id),
      ]);
      return { shown, mine, trader, tab, step };
    } catch (error) {
      log.error({ err: error }, 'the leaderboard could not be read');
      return { shown: null, mine: null, trader, tab, step };
    }
  },

  head: ({ t }) => ({ title: t('leaderboards:title'), description: t('leaderboards:about') }),

  view: ({ data: { shown, mine, trader, tab, step }, ctx }) => (
    <Live user={ctx.user}>
      <LeaderboardPage
        rows={shown && rowsOf(shown, step !== null)}
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
        step={step === null ? null : formatDollars(step)}
      />
      {trader && (
        <TraderDialog
          trader={viewOf(trader, ctx)}
          tab={tab}
          back={pageHref(shown?.page ?? 1) + rowOf(shown, trader.username)}
          hrefOf={(to, season) => traderHref(shown?.page ?? 1, trader.username, to, season)}
          reportHref={trader.username === ctx.user?.username ? null : reportHref(trader.username)}
        />
      )}
    </Live>
  ),

  // rendered once for each ranking pass, page and language; the reader's place, link and tag go into the slots
  shared: {
    key: ({ data: { shown, mine, trader, step } }) =>
      shown && !trader
        ? [shown.version, shown.page, mine && mine.place !== null, mine?.isDisqualified, step].join(' ')
        : null,
    slots({ data: { mine }, t }): SlotValues {
      if (!mine) return {};
      return {
        place: String(mine.place ?? mine.rowNumber),
        href: `${pageHref(pageOf(mine.rowNumber))}#${rowId(mine.rowNumber)}`,
        [`tag${mine.userId}`]: `<span class="tag you">${t('leaderboards:you')}</span>`,
      };
    },
  },
});

/** A live region for members; a visitor's page has no script. */
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

/** Returns the fragment of a trader's row: closing the dialog moves the focus back to it. */
function rowOf(shown: LeaderboardRows | null, username: string): string {
  const row = shown?.rows.find((each) => each.username === username);
  return row ? `#${rowId(row.rowNumber)}` : '';
}

function rowsOf({ rows }: LeaderboardRows, isHidden: boolean): LeaderboardTableRow[] {
  return rows.map(
    ({ rowNumber, userId, username, place, rank, isDisqualified, equity, logo, hasPage, isSimulated }) => ({
      number: rowNumber,
      username,
      place,
      rank,
      isDisqualified,
      hasPage,
      isSimulated,
      total: isHidden ? formatDollars(equity) : formatCents(equity),
      logoUrl: pictureOf(logo),
      tag: slot(`tag${userId}`),
    }),
  );
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
