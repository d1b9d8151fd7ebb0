/** The data of the page about a trader. */
import type { TraderPageView } from '#components/trader/view.ts';
import { mayReadPage, type PageReaders } from '#core/account/permissions.ts';
import { itemsOf, outfitOf } from '#core/account/profile.ts';
import { usernameKey } from '#core/account/username.ts';
import type { TradeRow } from '#core/contract/positions.ts';
import { topPercent } from '#core/leaderboard/rank.ts';
import {
  changeFigure,
  formatCents,
  formatChange,
  formatDate,
  formatDollars,
  formatNumber,
  formatPnl,
  formatPnlCents,
  formatPrize,
  formatUsd,
} from '#core/locale/format.ts';
import { readCents, writeCents } from '#core/money/money.ts';
import { type Cents, subtract } from '#core/money/units.ts';
import { ITEMS } from '#core/shop/catalogue.ts';
import { returnPercent, winRate } from '#core/trading/pnl.ts';
import { pageReaders } from '#db/queries/account/preferences.ts';
import { findTrader, type TraderRow } from '#db/queries/leaderboard/traders.ts';
import { type PastResult, pastResults } from '#db/queries/season/results.ts';
import { notFound, type RequestContext } from '#framework/define.ts';
import { marketLabel } from '#market/market.ts';
import { seesFigures, VISITOR } from '../account/privacy.ts';
import type { Services, Using } from '../services.ts';
import { tradesSeenBy } from '../trading/portfolio.ts';
import { type TraderCard, traderCard } from './trader-card.ts';

const MOST_PAST = 20;

export type FoundTrader = TraderRow & { readers: PageReaders };

/**
 * Finds the trader whose page `user` may read, by the present or a former name.
 * @param name in any spelling of the same key @throws NOT_FOUND
 */
export async function findPage(
  { sql }: Pick<Services, 'sql'>,
  name: string,
  user: RequestContext['user'],
): Promise<FoundTrader> {
  const trader = await findTrader(sql, usernameKey(name));
  if (!trader || trader.isAdmin) throw notFound();
  const readers = await pageReaders(sql, trader.id);
  if (!mayReadPage(readers, trader.id, user)) throw notFound();
  return { ...trader, readers };
}

type PageReader = Using<
  'accounts' | 'equity' | 'leaderboard' | 'market' | 'membership' | 'seasons' | 'settings' | 'sql'
>;

export async function readTraderPage(ctx: PageReader, trader: FoundTrader): Promise<TraderPageView> {
  const { services, locale, zone, t } = ctx;
  const viewer = ctx.user ?? VISITOR;
  const { seasons, sql, leaderboard, market } = services;
  const season = seasons.current();
  const table = leaderboard.seenBy(viewer);
  const [card, trades, standing, past, memberUntil] = await Promise.all([
    traderCard(services, trader.username, 'stats', viewer),
    tradesSeenBy(viewer, services, trader.id),
    table.mine(trader.id),
    pastResults(sql, trader.id, season?.number ?? 1, MOST_PAST),
    services.membership.until(trader.id),
  ]);
  const startCash = seasons.startCash();
  const { ranked, traders } = table.state();
  const badges = itemsOf(card.profile, 'badge').owned;
  return {
    username: card.username,
    isSimulated: card.isSimulated,
    isMember: memberUntil !== null,
    isOwn: ctx.user?.id === trader.id,
    outfit: outfitOf(card.profile),
    rank: card.rank,
    level: card.profile.level,
    disqualified: card.disqualified,
    topPercent:
      standing?.place && card.rank.rank !== 'CADET'
        ? topPercent({ place: standing.place, ranked }, card.rank.rank)
        : null,
    since: formatDate(trader.createdAt, { locale, zone }),
    season: season && {
      number: season.number,
      isOver: season.endedAt !== null,
      prize:
        seasons.practice(season).length === 0 && Number(season.prizePool) > 0
          ? formatPrize(season.prizePool)
          : null,
      place: standing?.place ? { n: standing.place, text: formatNumber(standing.place) } : null,
      traders: formatNumber(traders),
      ...worthOf(standing?.equity ?? null, startCash, seesFigures(seasons, viewer, trader.id)),
    },
    startCash: formatDollars(startCash),
    figures: figuresOf(card),
    curves: card.stats?.curves ?? null,
    open: trades.hidden
      ? null
      : trades.rows.filter((row) => row.close_position_timestamp === null).map((row) => openOf(row, ctx)),
    source: t(...marketLabel(market)),
    past: past.map((result) => pastOf(result)),
    badges: { owned: badges, all: ITEMS.filter(({ type }) => type === 'badge').length },
  };
}

/**
 * Returns the equity, and its change and return against `startCash`, with their texts; nulls without an equity.
 * @param isExact false when the equity is rounded to steps, so that its text has no cents
 */
function worthOf(equity: Cents | null, startCash: Cents, isExact: boolean) {
  if (equity === null) return { equity: null, change: null, percent: null };
  const change = subtract(equity, startCash);
  const percent = returnPercent(equity, startCash);
  return {
    equity: isExact ? formatCents(equity) : formatDollars(equity),
    change: { value: writeCents(change), text: `${formatPnlCents(change)} (${formatChange(percent)})` },
    percent: changeFigure(percent),
  };
}

function figuresOf({ stats }: TraderCard): TraderPageView['figures'] {
  if (!stats) return null;
  const { count, wins, best, average, drawdown } = stats;
  const rate = winRate(wins, count, 2);
  return {
    count,
    wins,
    rate: rate === null ? null : `${rate}%`,
    best: best && formatPnl(best),
    average: average && formatPnl(average),
    drawdown: drawdown && formatUsd(drawdown),
  };
}

const openOf = (row: TradeRow, { locale, zone }: Pick<RequestContext, 'locale' | 'zone'>) => ({
  symbol: row.symbol,
  type: row.is_short ? ('short' as const) : ('long' as const),
  date: formatDate(row.open_position_timestamp, { locale, zone }),
  change: row.pnl_percent === null ? null : changeFigure(row.pnl_percent),
});

function pastOf(result: PastResult): TraderPageView['past'][number] {
  const { number, place, traders, equity, startCash, prize, isProvisional } = result;
  const percent = returnPercent(readCents(equity), readCents(startCash));
  return {
    number,
    place,
    placeText: place === null ? null : formatNumber(place),
    total: formatNumber(traders),
    change: changeFigure(percent),
    prize: prize && formatPrize(prize),
    isProvisional,
  };
}
