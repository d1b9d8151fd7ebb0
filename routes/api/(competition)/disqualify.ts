import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { sitePath } from '#framework/http/response.ts';

/** Disqualifies a trader in a running or finished season. */
export default handle(endpoints.disqualify, { fields: ['reason'] }, async (call) => {
  const { body, user, services, reply, t } = call;
  await services.decisions.disqualify(body, user.id);
  const { username } = body;
  return reply.ok(
    { message: t('messages:disqualified', { username }) },
    {
      form: {
        to: sitePath(body.next ?? `/competitions/${body.season}`),
        flash: {
          kind: 'success',
          title: { key: 'messages:success' },
          message: { key: 'messages:disqualified', params: { username } },
        },
      },
    },
  );
});
