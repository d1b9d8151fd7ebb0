import { MESSAGES } from '#core/messages.ts';
import { UserId } from '#core/wire/account.ts';
import { api } from '#server/define.ts';
import { profileSeenBy } from '#server/privacy.ts';

/** Any trader's profile, as the reader may see it. */
export default api((app) =>
  app.get(
    '',
    async ({ params, user, services: { accounts, seasons }, reply }) =>
      reply.ok(profileSeenBy(seasons, user!, await accounts.profile(params.id))),
    { access: 'member', limit: 'read', form: { failure: MESSAGES.profileFailed.message }, params: UserId },
  ),
);
