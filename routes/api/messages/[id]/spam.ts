import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { setSpam } from '#services/contact/handle-messages.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.markSpam, async (call) => {
  const { params, body, services } = call;
  const spamAt = body.spam ? new Date(services.databaseClock.now()) : null;
  await setSpam(services.sql, call.user, params.id, spamAt);
  return body.spam
    ? acknowledge(call, 'inbox:isSpam', '/admin/messages')
    : acknowledge(call, 'inbox:isNoSpam', `/admin/messages/${params.id}`);
});
