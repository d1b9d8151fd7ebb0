import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

const PAGE = '/admin/people/joins';

export default handle(
  endpoints.addJoinLink,
  { back: PAGE, fields: ['label', 'uses', 'days'] },
  async ({ body, user, services, reply }) => {
    const added = await services.joinLinks.add(user, body);
    return reply.ok(added, { status: 201, form: { to: PAGE, flash: successText('join:added') } });
  },
);
