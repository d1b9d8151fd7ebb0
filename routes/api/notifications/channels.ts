import { writeChannels } from '#core/account/notifications.ts';
import { endpoints } from '#core/contract/endpoints.ts';
import { setChannels } from '#db/queries/account/notifications.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.chooseChannels, async (call) => {
  await setChannels(call.services.sql, call.user.id, writeChannels(call.body));
  return acknowledge(call, 'settings:channelsSaved', '/settings/notifications');
});
