import { endpoints } from '#core/contract/endpoints.ts';
import { setPageReaders } from '#db/queries/account/preferences.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

/**
 * Sets who may read the account's page. The event clears the cached pages of the leaderboard, where the name may be a
 * link.
 */
export default handle(endpoints.choosePageReaders, async ({ body, user, services, reply }) => {
  await setPageReaders(services.sql, user.id, body.readers);
  services.bus.publish({ type: 'items', userId: user.id });
  return reply.ok(body, { form: { to: '/settings', flash: successText('page:saved') } });
});
