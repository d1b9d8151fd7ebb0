import { PortfolioPage, type PortfolioView } from '#components/portfolio/PortfolioPage.tsx';
import { canTrade } from '#core/account/permissions.ts';
import { portfolioItem } from '#core/contract/schemas/portfolio.ts';
import { writeCents } from '#core/money/money.ts';
import { splitsOf } from '#db/queries/splits.ts';
import { page } from '#framework/define.ts';
import { Attach } from '#framework/islands/attach.tsx';
import LiveRegion from '#islands/LiveRegion.ts';
import type { Services } from '#services/services.ts';
import { viewAccount } from '#services/trading/portfolio.ts';

/** Value, P&L and allocation change each time a symbol of the portfolio trades. */
const LIVE = { on: ['account'], everyMs: 15_000, leastMs: 1_000 };

export default page({
  load: async ({ services, user }) => ({
    portfolio: await load(services, user.id),
    canTrade: canTrade(user, services.seasons.active()),
  }),
  head: ({ t }) => ({ title: t('portfolio:title') }),
  view: ({ data }) => (
    <Attach behaviour={LiveRegion} props={LIVE}>
      <div
        data-live="portfolio"
        data-tickers={data.portfolio?.items.map((item) => item.symbol).join(' ') ?? ''}
      >
        <PortfolioPage {...data} />
      </div>
    </Attach>
  ),
});

/** null when it cannot be read right now: the page says so. */
async function load(services: Services, userId: number): Promise<PortfolioView | null> {
  try {
    const account = await viewAccount(services, userId);
    if (!account) return { balance: '0.00', equity: '0.00', unrealised: '0.00', items: [] };
    return {
      balance: writeCents(account.cash),
      equity: writeCents(account.equity),
      unrealised: writeCents(account.unrealised),
      items: account.items.map(portfolioItem),
      splits: services.market.capabilities.splits
        ? await splitsOf(services.sql, userId, account.seasonId)
        : [],
    };
  } catch (error) {
    services.log.error({ err: error, userId }, 'the portfolio could not be read');
    return null;
  }
}
