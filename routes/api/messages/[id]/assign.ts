import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { assignMessage } from '#services/contact/handle-messages.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.assignMessage, async (call) => {
  await assignMessage(call.services.sql, call.user, call.params.id, call.body.to);
  return acknowledge(call, 'inbox:assigned', `/admin/messages/${call.params.id}`);
});
