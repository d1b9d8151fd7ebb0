import { Disqualify } from '#core/wire/competition.ts';
import { disqualifyTrader } from '#server/admin-actions.ts';
import { api } from '#server/define.ts';

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
