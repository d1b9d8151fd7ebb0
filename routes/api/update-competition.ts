import { MESSAGES } from '#core/messages.ts';
import { UpdateCompetition } from '#core/wire/competition.ts';
import { updateCompetition } from '#server/admin-actions.ts';
import { api } from '#server/define.ts';

export default api((app) =>
  app.post(
    '',
    async ({ body, user, services, reply }) =>
      reply.ok(await updateCompetition(services, user!, body), { form: { to: '/competitions' } }),
    {
      access: 'admin',
      limit: 'change',
      body: UpdateCompetition,
      form: { title: MESSAGES.updateFailed.title, back: '/competitions?dialog=edit' },
    },
  ),
);
