import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { deleteSavedReply } from '#services/contact/handle-messages.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

const PAGE = '/admin/messages/replies';

export default handle(endpoints.deleteSavedReply, { back: PAGE }, async (call) => {
  await deleteSavedReply(call.services.sql, call.user, call.params.id);
  return acknowledge(call, 'inbox:savedDeleted', PAGE);
});
