import { AUTOMATIC_KINDS } from '#core/announcements/announcements.ts';
import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { silenceAnnouncements } from '#services/announcements/written.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.chooseAnnouncements, async (call) => {
  const silent = AUTOMATIC_KINDS.filter((kind) => !call.body.kinds.includes(kind));
  await silenceAnnouncements(call.services, call.user, silent);
  return acknowledge(call, 'announcements:kindsSaved', '/admin/announcements');
});
