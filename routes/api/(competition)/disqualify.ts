import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { sitePath } from '#framework/http/response.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** Disqualifies a trader in a running or finished season. */
export default handle(endpoints.disqualify, { fields: ['reason'] }, async (call) => {
  const { body, user, services, reply, t } = call;
  await services.decisions.disqualify(body, user.id);
  const { username } = body;
  const flash = successText({ key: 'messages:disqualified', params: { username } });
  const form = { to: sitePath(body.next ?? `/competitions/${body.season}`), flash };
  return reply.ok({ message: t('messages:disqualified', { username }) }, { form });
});
