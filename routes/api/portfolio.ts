import { endpoints } from '#core/contract/endpoints.ts';
import { portfolioItem } from '#core/contract/positions.ts';
import { writeCents } from '#core/money/money.ts';
import { subtract } from '#core/money/units.ts';
import { handle } from '#framework/endpoint.ts';
import { viewAccount } from '#services/trading/portfolio.ts';

/** The signed-in user's open positions at the newest prices. */
export default handle(
  endpoints.portfolio,
  { failure: 'messages:portfolioFailed' },
  async ({ query: { game }, user, services, reply }) => {
    const view = await viewAccount(services, user.id, game);
    return reply.ok((view?.items ?? []).map(portfolioItem), {
      headers: {
        'x-available': writeCents(view ? subtract(view.cash, view.held) : 0n),
        'x-held': writeCents(view?.held ?? 0n),
        'x-live-orders': String(view?.liveOrders ?? 0),
      },
    });
  },
);
