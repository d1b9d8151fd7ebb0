import { endpoints } from '#core/contract/endpoints.ts';
import { LOCALES } from '#core/locale/locale.ts';
import { handle } from '#framework/endpoint.ts';
import { changeSavedReply } from '#services/contact/handle-messages.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

const PAGE = '/admin/messages/replies';

export default handle(
  endpoints.changeSavedReply,
  { back: PAGE, fields: ['id', 'label', ...LOCALES] },
  async (call) => {
    await changeSavedReply(call.services.sql, call.user, { id: call.params.id, ...call.body });
    return acknowledge(call, 'inbox:savedChanged', PAGE);
  },
);
