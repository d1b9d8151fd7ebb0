import { Disqualify } from '#core/contract/schemas/competition.ts';
import { api } from '#framework/define.ts';
import { disqualifyTrader } from '#services/season/admin-actions.ts';

/** Takes a trader out of a season's ranking. */
export default api((app) =>
  app.post(
    '',
    async ({ body, user, services, reply }) => {
      await disqualifyTrader(services, user!, body);
      const message = `${body.username} is disqualified.`;
      return reply.ok(
        { message },
        {
          form: {
            to: `/competitions/${body.season}`,
            flash: { kind: 'success', title: 'Success', message },
          },
        },
      );
    },
    { access: 'admin', limit: 'change', body: Disqualify, form: { title: 'Error' } },
  ),
);
