import { UpdateCompetition } from '#core/contract/schemas/competition.ts';
import { MESSAGES } from '#core/contract/sentences.ts';
import { api } from '#framework/define.ts';
import { updateCompetition } from '#services/season/admin-actions.ts';

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
