import { MESSAGES } from '#core/contract/sentences.ts';
import { api } from '#framework/define.ts';

/** The catalogue, with what the reader owns and wears of it. */
export default api((app) =>
  app.get('', async ({ user, services, reply }) => reply.ok(await services.shop.items(user!.id)), {
    access: 'member',
    form: { failure: MESSAGES.shopFailed.message },
  }),
);
