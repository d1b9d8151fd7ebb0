import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { disqualifyTrader } from '#services/season/admin-actions.ts';

/** Takes a trader out of a season's ranking. */
export default handle(
  endpoints.disqualify,
  async ({ body, user, services, reply }) => {
    await disqualifyTrader(services, user, body);
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
  { form: { title: 'Error' } },
);
