import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(
  endpoints.changeUsername,
  { back: '/settings/name', fields: ['username'] },
  async (call) => {
    await call.services.names.change(call.user, call.body.username);
    await call.services.leaderboard.rankNow();
    return acknowledge(call, 'safety:nameChanged', '/settings');
  },
);
