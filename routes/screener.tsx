import { ScreenerPage } from '#components/market/ScreenerPage.tsx';
import { pageCount } from '#core/contract/pages.ts';
import { readScan, type Scan, scanFilter } from '#core/contract/screener.ts';
import { biggestMoves, orderScan, sectorsNamed, suiting } from '#core/market/screener.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { page } from '#framework/define.ts';
import { textsOf } from '#framework/failure.ts';
import { marketLabel } from '#market/market.ts';
import { askMarket } from '#services/market/quotes.ts';
import type { Using } from '#services/services.ts';

const PAGE_SIZE = 50;
/** The maximum number of results of one request to the market. */
const MAX_RESULTS = 500;
const MOVERS = 5;

export default page({
  limit: 'read',
  async load(ctx) {
    const { query, user, services } = ctx;
    const scan = readScan(query);
    const chartOpen = services.seasons.active() || (user?.isAdmin ?? false);
    return { scan, chartOpen, ...(await scanMarket(ctx, scan)) };
  },
  head: ({ t }) => ({ title: t('screener:title') }),
  view: ({ data }) => <ScreenerPage {...data} />,
});

const NOTHING = { issues: {}, results: null, problem: null };

async function scanMarket({ t, say, services: { market, log } }: Using<'market' | 'log'>, scan: Scan) {
  const filter = scanFilter(scan);
  if ('wrong' in filter) return { ...NOTHING, issues: filter.wrong };
  try {
    const { sector = '' } = filter.filter;
    const sectors = sectorsNamed(sector, (each) => t(`screener:sectors.${each}`));
    const asks = sectors.map((each) => ({
      ...filter.filter,
      limit: MAX_RESULTS,
      ...(each && { sector: each }),
    }));
    const rows = (await askMarket('', () => Promise.all(asks.map((filter) => market.screen(filter))))).flat();
    const matches = suiting(rows, scan.types);
    const all = scan.isScan ? orderScan(matches, scan.by, scan.direction) : biggestMoves(matches, MOVERS);
    const pages = pageCount(all.length, PAGE_SIZE);
    scan.page = Math.min(scan.page, pages);
    const start = (scan.page - 1) * PAGE_SIZE;
    const lines = all
      .slice(start, start + PAGE_SIZE)
      .map((row) => ({ ...row, logo: `/api/logo/${encodeURIComponent(row.symbol)}` }));
    return {
      ...NOTHING,
      results: { lines, total: all.length, pages, source: t(...marketLabel(market)) },
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, 'the scanner could not ask the market');
    return { ...NOTHING, problem: say(textsOf(error)) };
  }
}
