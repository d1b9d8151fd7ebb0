import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES } from '#core/contract/sentences.ts';
import { handle } from '#framework/endpoint.ts';
import { resetCompetition } from '#services/season/admin-actions.ts';

export default handle(
  endpoints.resetCompetition,
  async ({ user, services, reply }) => {
    const flash = await resetCompetition(services, user);
    return reply.ok({ message: flash.message }, { form: { to: '/competitions', flash } });
  },
  { form: { title: MESSAGES.resetFailed.title, back: '/competitions' } },
);
