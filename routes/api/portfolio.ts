import { portfolioItem } from '#core/contract/schemas/portfolio.ts';
import { MESSAGES } from '#core/contract/sentences.ts';
import { api } from '#framework/define.ts';
import { viewAccount } from '#services/trading/portfolio.ts';

/** The signed-in user's open positions at the newest prices. */
export default api((app) =>
  app.get(
    '',
    async ({ user, services, reply }) => {
      const view = await viewAccount(services, user!.id);
      return reply.ok((view?.items ?? []).map(portfolioItem));
    },
    { access: 'member', form: { failure: MESSAGES.portfolioFailed.message } },
  ),
);
