import { endpoints } from '#core/contract/endpoints.ts';
import { LOCALES } from '#core/locale/locale.ts';
import { handle } from '#framework/endpoint.ts';
import { saveReply } from '#services/contact/handle-messages.ts';
import { successText } from '#services/platform/acknowledge.ts';

const PAGE = '/admin/messages/replies';

export default handle(
  endpoints.addSavedReply,
  { back: PAGE, fields: ['label', ...LOCALES] },
  async ({ services, user, body, reply }) => {
    const id = await saveReply(services.sql, user, body);
    return reply.ok({ id }, { status: 201, form: { to: PAGE, flash: successText('inbox:savedAdded') } });
  },
);
