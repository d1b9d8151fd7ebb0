import { MESSAGES } from '#core/contract/sentences.ts';
import { api } from '#framework/define.ts';

/** The signed-in user's own profile. */
export default api((app) =>
  app.get('', async ({ user, services, reply }) => reply.ok(await services.accounts.profile(user!.id)), {
    access: 'member',
    form: { failure: MESSAGES.profileFailed.message },
  }),
);
