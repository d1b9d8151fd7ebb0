import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { deleteAnnouncement } from '#services/announcements/written.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.deleteAnnouncement, async (call) => {
  await deleteAnnouncement(call.services, call.user, { ...call.params, ...call.body });
  return acknowledge(call, 'announcements:deleted', '/admin/announcements');
});
