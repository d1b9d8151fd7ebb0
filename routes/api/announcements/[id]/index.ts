import { endpoints } from '#core/contract/endpoints.ts';
import { LOCALES } from '#core/locale/locale.ts';
import { handle } from '#framework/endpoint.ts';
import { changeAnnouncement } from '#services/announcements/written.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.changeAnnouncement, { fields: LOCALES }, async (call) => {
  const { id } = call.params;
  const { version, ...texts } = call.body;
  await changeAnnouncement(call.services, call.user, { id, version }, texts);
  return acknowledge(call, 'announcements:saved', `/admin/announcements?id=${id}`);
});
