import { MESSAGES } from '#core/contract/sentences.ts';
import { api } from '#framework/define.ts';
import { resetCompetition } from '#services/season/admin-actions.ts';

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
