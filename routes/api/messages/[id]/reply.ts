import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Answers a contact message. A refused form returns to the message, which shows the earlier answer. */
export default handle(endpoints.replyToMessage, { fields: ['text', 'keepOpen'] }, async (call) => {
  const way = await call.services.contact.reply(call.user, call.params.id, call.body);
  const message = way === 'hand' ? 'inbox:repliedByHand' : 'inbox:replied';
  return acknowledge(call, message, `/admin/messages/${call.params.id}`);
});
