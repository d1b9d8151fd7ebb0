import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { sendAnnouncement } from '#services/announcements/written.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.sendAnnouncement, async (call) => {
  await sendAnnouncement(call.services, call.user, { ...call.params, ...call.body });
  return acknowledge(call, 'announcements:sent', '/admin/announcements');
});
