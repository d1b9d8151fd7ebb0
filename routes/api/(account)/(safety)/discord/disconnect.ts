import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Disconnects Discord, so that only the password signs in. */
export default handle(endpoints.disconnectDiscord, { back: '/settings/discord' }, async (call) => {
  await call.services.recovery.disconnectDiscord(call.request, call.user);
  return acknowledge(call, 'safety:discordRemoved', '/settings');
});
