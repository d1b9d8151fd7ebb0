import { MESSAGES } from '#core/messages.ts';
import { resetCompetition } from '#server/admin-actions.ts';
import { api } from '#server/define.ts';

export default api((app) =>
  app.post(
    '',
    async ({ user, services, reply }) => {
      const flash = await resetCompetition(services, user!);
      return reply.ok({ message: flash.message }, { form: { to: '/competitions', flash } });
    },
    { access: 'admin', limit: 'change', form: { title: MESSAGES.resetFailed.title, back: '/competitions' } },
  ),
);
