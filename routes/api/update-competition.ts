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
      body: UpdateCompetition,
      form: { title: 'Failed to update competition details.', back: '/competitions?dialog=edit' },
    },
  ),
);
