import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

const PAGE = '/admin/people/joins';

export default handle(endpoints.endJoinLink, { back: PAGE }, async (call) => {
  await call.services.joinLinks.end(call.user, call.params.id);
  return acknowledge(call, 'join:ended', PAGE);
});
