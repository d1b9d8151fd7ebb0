import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES, successOf } from '#core/contract/messages.ts';
import { handle } from '#framework/endpoint.ts';
import { adminReset } from '#services/season/admin-actions.ts';

export default handle(
  endpoints.resetCompetition,
  { title: MESSAGES.resetFailed.title, back: '/competitions' },
  async ({ user, services, reply, t }) => {
    await adminReset(services, user);
    const message = t(MESSAGES.reset.message);
    return reply.ok({ message }, { form: { to: '/competitions', flash: successOf('reset') } });
  },
);
