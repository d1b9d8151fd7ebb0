import { MESSAGES } from '#core/messages.ts';
import { portfolioItem } from '#core/wire/portfolio.ts';
import { api } from '#server/define.ts';
import { viewAccount } from '#server/portfolio.ts';

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
