import { MESSAGES } from '#core/messages.ts';
import { UserId } from '#core/wire/account.ts';
import { api } from '#server/define.ts';

/** Any trader's profile. */
export default api((app) =>
  app.get('', async ({ params, services, reply }) => reply.ok(await services.accounts.profile(params.id)), {
    access: 'member',
    form: { failure: MESSAGES.profileFailed.message },
    params: UserId,
  }),
);
