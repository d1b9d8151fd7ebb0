import { UserId } from '#core/contract/schemas/account.ts';
import { MESSAGES } from '#core/contract/sentences.ts';
import { api } from '#framework/define.ts';
import { profileSeenBy } from '#services/account/privacy.ts';

/** Any trader's profile, as the reader may see it. */
export default api((app) =>
  app.get(
    '',
    async ({ params, user, services: { accounts, seasons }, reply }) =>
      reply.ok(profileSeenBy(seasons, user!, await accounts.profile(params.id))),
    { access: 'member', limit: 'read', form: { failure: MESSAGES.profileFailed.message }, params: UserId },
  ),
);
