import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';
import { adminReset } from '#services/season/admin-actions.ts';

export default handle(
  endpoints.resetCompetition,
  { title: 'messages:resetFailed', back: '/competitions' },
  async (call) => {
    await adminReset(call.services, call.user, call.body?.season);
    return acknowledge(call, 'messages:reset', '/competitions');
  },
);
